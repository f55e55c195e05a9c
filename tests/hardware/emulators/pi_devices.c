/* The device files of a Raspberry Pi 4 for one process, by LD_PRELOAD: /dev/gpiomem, /dev/gpiochip0,
 * /dev/spidev*, /dev/i2c-*, and a /proc/cpuinfo that says it is one. Needs no rights. $PI_CHIP is the label of the
 * GPIO chip: pinctrl-rp1 on a Raspberry Pi 5, whose lines are had from the kernel.
 *
 * With $PI_LEDS set, /dev/spidev0.0 is left to the next library in LD_PRELOAD: fakespi.so, which writes down what
 * LEDs on GPIO 10 are sent; with $PI_NO_PINS the same holds for /dev/gpiomem, whose emulation here costs tens of
 * microseconds an access. With $PI_REALTIME a transfer takes as long as on the wire (I2C at 400 kHz). */
#define _GNU_SOURCE
#include "pi_board.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct pi_board *board;

enum what { OTHER, GPIOMEM, GPIOCHIP, GPIOLINE, SPI, I2C };
static struct { uint8_t what; int address; } files[1024];

/* What the next library, or the C library, does with a file that is none of ours. */
static int (*next_open)(const char *, int, ...);
static int (*next_close)(int);
static int (*next_ioctl)(int, unsigned long, ...);

static const char CPUINFO[] =
    "processor\t: 0\nFeatures\t: fp asimd evtstrm crc32 cpuid\n\nHardware\t: BCM2835\nRevision\t: c03115\n"
    "Serial\t\t: 10000000deadbeef\nModel\t\t: Raspberry Pi 4 Model B Rev 1.5\n";

__attribute__((constructor)) static void attach(void) {
  next_open = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  next_close = (int (*)(int))dlsym(RTLD_NEXT, "close");
  next_ioctl = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
  const char *path = getenv("PI_BOARD");
  if (!path) return;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR, 0);
  if (fd < 0) return;
  void *shared = (void *)syscall(SYS_mmap, 0, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (shared == MAP_FAILED) return;
  board = shared;
  board->size = sizeof *board;
}

static int starts(const char *path, const char *with) { return !strncmp(path, with, strlen(with)); }

static int fail(int number) {
  errno = number;
  return -1;
}

static int open_as(enum what what, int number) {
  if (number) return fail(number);
  int fd = (int)syscall(SYS_memfd_create, "pi", 0);
  if (fd >= 1024) return fail(EMFILE);
  if (fd >= 0) files[fd].what = (uint8_t)what, files[fd].address = 0;
  return fd;
}

static int left_to_others(const char *path) {
  return (!strcmp(path, "/dev/spidev0.0") && getenv("PI_LEDS")) || (!strcmp(path, "/dev/gpiomem") && getenv("PI_NO_PINS"));
}

/* The wire's time. The kernel waits in the same way for a transfer this short. */
static void let_pass(uint64_t us) {
  static int real = -1;
  if (real < 0) real = getenv("PI_REALTIME") != NULL;
  for (uint64_t until = now_us() + us; real && now_us() < until;) {}
}

static int open_any(const char *path, int flags, mode_t mode) {
  if (board && path && !left_to_others(path)) {
    if (!strcmp(path, "/dev/gpiomem")) return open_as(GPIOMEM, board->gpio_errno);
    if (!strcmp(path, "/dev/mem")) return fail(EACCES); /* the machine's own memory is never touched */
    if (!strcmp(path, "/dev/gpiochip0")) return open_as(GPIOCHIP, getenv("PI_CHIP") ? board->gpio_errno : 0);
    if (starts(path, "/dev/gpiochip")) return fail(ENOENT);
    if (starts(path, "/dev/spidev")) {
      int fd = open_as(SPI, board->spi_errno);
      if (fd >= 0) files[fd].address = path[11] - '0';
      return fd;
    }
    if (starts(path, "/dev/i2c-")) {
      if (!board->i2c_errno) board->i2c_opened++, board->i2c_stuck = 0;
      return open_as(I2C, board->i2c_errno);
    }
  }
  if (next_open) return next_open(path, flags, mode);
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    return open_any(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < 1024) {
    if (files[fd].what == GPIOLINE) board->consumer[files[fd].address][0] = 0, set_line(files[fd].address, 0, 0, 0);
    files[fd].what = OTHER;
  }
  return next_close ? next_close(fd) : (int)syscall(SYS_close, fd);
}

#define FOPEN(name) \
  FILE *name(const char *path, const char *mode) { \
    if (board && !strcmp(path, "/proc/cpuinfo")) return fmemopen((void *)CPUINFO, sizeof CPUINFO - 1, "r"); \
    FILE *(*real)(const char *, const char *) = (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, #name); \
    return real(path, mode); \
  }
FOPEN(fopen)
FOPEN(fopen64)

static enum what what_is(int fd) { return fd >= 0 && fd < 1024 ? files[fd].what : OTHER; }

static void *map_any(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
  if (what_is(fd) == GPIOMEM) return map_registers();
  return (void *)syscall(SYS_mmap, at, length, rights, flags, fd, offset);
}
void *mmap(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
  return map_any(at, length, rights, flags, fd, offset);
}
void *mmap64(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
  return map_any(at, length, rights, flags, fd, offset);
}

/* Libraries that map the registers one after another get one page, which stays. */
int munmap(void *at, size_t length) {
  return at == the_registers() && at ? 0 : (int)syscall(SYS_munmap, at, length);
}

/* ---- ioctls */

static void configure_line(int pin, const struct gpio_v2_line_config *config) {
  int high = 0;
  for (uint32_t i = 0; i < config->num_attrs; i++)
    if (config->attrs[i].attr.id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES) high = config->attrs[i].attr.values & 1;
  set_line(pin, !!(config->flags & GPIO_V2_LINE_FLAG_OUTPUT), high, !!(config->flags & GPIO_V2_LINE_FLAG_BIAS_PULL_UP));
}

/* One line a request, as the libraries do. */
static int take_line(struct gpio_v2_line_request *wanted) {
  uint32_t pin = wanted->offsets[0];
  if (wanted->num_lines != 1 || pin >= PINS) return fail(EINVAL);
  if (board->consumer[pin][0]) return fail(EBUSY);
  wanted->fd = open_as(GPIOLINE, 0);
  if (wanted->fd < 0) return -1;
  files[wanted->fd].address = (int)pin;
  memcpy(board->consumer[pin], wanted->consumer[0] ? wanted->consumer : "?", sizeof board->consumer[pin] - 1);
  configure_line((int)pin, &wanted->config);
  return 0;
}

static int ask_line(int pin, unsigned long request, void *argument) {
  struct gpio_v2_line_values *values = argument;
  if (request == GPIO_V2_LINE_GET_VALUES_IOCTL) {
    values->bits = (uint64_t)line_level(pin) & values->mask;
    return 0;
  }
  if (request == GPIO_V2_LINE_SET_CONFIG_IOCTL) {
    configure_line(pin, argument);
    return 0;
  }
  if (request == GPIO_V2_LINE_SET_VALUES_IOCTL) {
    if (!is_output(pin)) return fail(EPERM);
    set_line(pin, 1, values->bits & 1, 0);
    return 0;
  }
  return fail(ENOTTY);
}

static int ask_gpiochip(unsigned long request, void *argument) {
  if (request == GPIO_GET_CHIPINFO_IOCTL) {
    struct gpiochip_info *chip = argument;
    memset(chip, 0, sizeof *chip);
    strcpy(chip->name, "gpiochip0");
    strcpy(chip->label, getenv("PI_CHIP") ? getenv("PI_CHIP") : "pinctrl-bcm2711");
    chip->lines = PINS;
    return 0;
  }
  if (request == GPIO_V2_GET_LINEINFO_IOCTL) {
    struct gpio_v2_line_info *line = argument;
    uint32_t pin = line->offset;
    if (pin >= PINS) return fail(EINVAL);
    memset(line, 0, sizeof *line);
    line->offset = pin;
    memcpy(line->consumer, board->consumer[pin], sizeof line->consumer);
    if (board->consumer[pin][0]) line->flags = GPIO_V2_LINE_FLAG_USED;
    return 0;
  }
  if (request == GPIO_V2_GET_LINE_IOCTL) return take_line(argument);
  return fail(ENOTTY);
}

static int any_high(const uint8_t *sent, uint32_t length) {
  for (uint32_t i = 0; sent && i < length; i++)
    if (sent[i]) return 1;
  return 0;
}

static int ask_spi(int bus, unsigned long request, void *argument) {
  int writes = _IOC_DIR(request) & _IOC_WRITE;
  if (board->spi_errno) return fail(EIO);
  switch (_IOC_NR(request)) {
    case 0: {
      struct spi_ioc_transfer *part = argument;
      int count = (int)(_IOC_SIZE(request) / sizeof *part);
      uint32_t total = 0;
      for (int i = 0; i < count; i++) total += part[i].len;
      if (total > 4096) return fail(EMSGSIZE);
      for (int i = 0; i < count; i++) {
        if (part[i].speed_hz) board->spi_speed = part[i].speed_hz;
        int first = i == 0 || part[i - 1].cs_change;
        if (bus == 0) board->spi_lit += any_high((void *)(uintptr_t)part[i].tx_buf, part[i].len);
        spi_exchange((void *)(uintptr_t)part[i].tx_buf, (void *)(uintptr_t)part[i].rx_buf, part[i].len, first);
      }
      if (board->spi_speed) let_pass(8000000ull * total / board->spi_speed);
      return (int)total;
    }
    case 1: /* mode, 8 bits */
      if (writes) board->spi_mode = *(uint8_t *)argument;
      else *(uint8_t *)argument = (uint8_t)board->spi_mode;
      return 0;
    case 3:
      if (!writes) *(uint8_t *)argument = 8;
      return 0;
    case 4:
      if (writes) board->spi_speed = *(uint32_t *)argument;
      else *(uint32_t *)argument = board->spi_speed;
      return 0;
    case 5: /* mode, 32 bits */
      if (writes) board->spi_mode = *(uint32_t *)argument;
      else *(uint32_t *)argument = board->spi_mode;
      return 0;
    default:
      return 0;
  }
}

static int ask_smbus(int address, struct i2c_smbus_ioctl_data *call) {
  int read = call->read_write == I2C_SMBUS_READ, count;
  uint8_t *bytes = call->data ? call->data->block : NULL;
  switch (call->size) {
    case I2C_SMBUS_QUICK: count = 0; break;
    case I2C_SMBUS_BYTE_DATA: count = 1; break;
    case I2C_SMBUS_WORD_DATA: count = 2; break;
    case I2C_SMBUS_I2C_BLOCK_DATA: count = bytes[0], bytes++; break;
    default: return fail(EOPNOTSUPP);
  }
  int number = i2c_exchange(address, read, call->command, bytes, count);
  let_pass((uint64_t)(9 * (count + 2 + read)) * 1000000 / 400000);
  return number ? fail(number) : 0;
}

static int ask_i2c(int fd, unsigned long request, void *argument) {
  if (board->i2c_errno) return fail(EIO);
  switch (request) {
    case I2C_FUNCS:
      *(unsigned long *)argument = I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
      return 0;
    case I2C_SLAVE:
    case I2C_SLAVE_FORCE:
      files[fd].address = (int)(intptr_t)argument;
      return 0;
    case I2C_SMBUS:
      return ask_smbus(files[fd].address, argument);
    default:
      return fail(ENOTTY);
  }
}

int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  switch (what_is(fd)) {
    case GPIOCHIP: return ask_gpiochip((uint32_t)request, argument); /* some callers hold it in an int */
    case GPIOLINE: return ask_line(files[fd].address, (uint32_t)request, argument);
    case SPI: return ask_spi(files[fd].address, request, argument);
    case I2C: return ask_i2c(fd, request, argument);
    default: return next_ioctl ? next_ioctl(fd, request, argument) : (int)syscall(SYS_ioctl, fd, request, argument);
  }
}
