/* LD_PRELOAD: an SPI bus and a GPIO chip of a Raspberry Pi for programs that know nothing of it.
 *
 * /dev/spidevB.C  every transfer, by ioctl or write, is appended to $FAKESPI_LOG:
 *                 u32 length, u32 clock in Hz, u64 CLOCK_MONOTONIC in ns at its begin, the bytes.
 * /dev/gpiochipN  one chip with the label $FAKESPI_CHIP (default pinctrl-bcm2711) and 58 lines; any line can
 *                 be had, nothing is connected to it. Its node must exist (a character device 254:N).
 * /dev/gpiomem    a page of plain memory: registers that do nothing. It is the file $FAKESPI_REGISTERS if that
 *                 is given, so that others can press buttons and see outputs.
 *
 * FAKESPI_BUFSIZ    the largest transfer, default 4096 as in the kernel
 * FAKESPI_REALTIME  if set, a transfer takes as long as on the wire
 * FAKESPI_TROUBLE   a file; while its first letter is
 *                   a  the SPI device is absent: it cannot be opened and what is open fails
 *                   d  opening it is denied
 *                   g  the GPIO line is held by another process
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/spi/spidev.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum kind { NOTHING, SPI, MEMORY, CHIP, LINE };
enum { MOST = 4096 };
static uint8_t kinds[MOST];
static uint32_t speed = 500000;
static uint8_t bits = 8;
static uint32_t mode;

static enum kind kind_of(int fd) { return fd >= 0 && fd < MOST ? kinds[fd] : NOTHING; }

static char trouble(void) {
  const char *path = getenv("FAKESPI_TROUBLE");
  if (!path) return 0;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0);
  if (fd < 0) return 0;
  char letter = 0;
  if (syscall(SYS_read, fd, &letter, 1) != 1) letter = 0;
  syscall(SYS_close, fd);
  return letter;
}

static int fake(enum kind kind, const char *name, int flags) {
  const char *page = kind == MEMORY ? getenv("FAKESPI_REGISTERS") : NULL;
  int fd = page ? syscall(SYS_openat, AT_FDCWD, page, O_RDWR | (flags & O_CLOEXEC), 0)
                : memfd_create(name, flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
  if (fd >= 0 && fd < MOST) kinds[fd] = kind;
  if (fd >= 0 && kind == MEMORY && ftruncate(fd, 4096)) return -1;
  return fd;
}

static int opened(int folder, const char *path, int flags, mode_t rights) {
  if (path && !strncmp(path, "/dev/spidev", 11)) {
    char letter = trouble();
    if (letter == 'a' || letter == 'd') { errno = letter == 'a' ? ENOENT : EACCES; return -1; }
    return fake(SPI, "spidev", flags);
  }
  if (path && !strcmp(path, "/dev/gpiomem")) return fake(MEMORY, "gpiomem", flags);
  if (path && !strncmp(path, "/dev/gpiochip", 13) && !access(path, F_OK)) return fake(CHIP, "gpiochip", flags);
  return syscall(SYS_openat, folder, path, flags, rights);
}

#define RIGHTS va_list rest; va_start(rest, flags); mode_t rights = va_arg(rest, mode_t); va_end(rest)
int open(const char *path, int flags, ...) { RIGHTS; return opened(AT_FDCWD, path, flags, rights); }
int open64(const char *path, int flags, ...) { RIGHTS; return opened(AT_FDCWD, path, flags, rights); }
int openat(int folder, const char *path, int flags, ...) { RIGHTS; return opened(folder, path, flags, rights); }
int openat64(int folder, const char *path, int flags, ...) { RIGHTS; return opened(folder, path, flags, rights); }
int __open_2(const char *path, int flags) { return opened(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return opened(AT_FDCWD, path, flags, 0); }

int close(int fd) {
  if (kind_of(fd)) kinds[fd] = NOTHING;
  return syscall(SYS_close, fd);
}

static void *mapped(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
  if (kind_of(fd) == MEMORY) offset = 0;
  return (void *)syscall(SYS_mmap, at, length, rights, flags, fd, offset);
}
void *mmap(void *at, size_t l, int r, int f, int fd, off_t o) { return mapped(at, l, r, f, fd, o); }
void *mmap64(void *at, size_t l, int r, int f, int fd, off_t o) { return mapped(at, l, r, f, fd, o); }

/* libgpiod asks sysfs whether the node is a GPIO chip. */
static char *resolved(const char *path, char *into) {
  if (strncmp(path, "/sys/dev/char/254:", 18)) return NULL;
  return into ? strcpy(into, "/sys/bus/gpio") : strdup("/sys/bus/gpio");
}
char *realpath(const char *path, char *into) {
  static char *(*real)(const char *, char *);
  char *found = resolved(path, into);
  if (found) return found;
  if (!real) real = dlsym(RTLD_NEXT, "realpath");
  return real(path, into);
}
char *__realpath_chk(const char *path, char *into, size_t size) { (void)size; return realpath(path, into); }

struct part { const void *bytes; uint32_t length, speed; };

static int transfer(const struct part *parts, int count) {
  const char *limit = getenv("FAKESPI_BUFSIZ");
  uint64_t total = 0, bit_ns = 0;
  for (int i = 0; i < count; i++) {
    total += parts[i].length;
    bit_ns += 8ull * parts[i].length * 1000000000ull / parts[i].speed;
  }
  if (total > (uint64_t)(limit ? atoi(limit) : 4096)) { errno = EMSGSIZE; return -1; }
  if (trouble() == 'a') { errno = EIO; return -1; }
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t at = now.tv_sec * 1000000000ull + now.tv_nsec;
  size_t size = total + 16ull * count, used = 0;
  char *record = malloc(size);
  for (int i = 0; i < count; i++) {
    uint32_t head[2] = {parts[i].length, parts[i].speed};
    memcpy(record + used, head, 8);
    memcpy(record + used + 8, &at, 8);
    memcpy(record + used + 16, parts[i].bytes, parts[i].length);
    used += 16 + parts[i].length;
  }
  const char *path = getenv("FAKESPI_LOG");
  int log = syscall(SYS_openat, AT_FDCWD, path ? path : "fakespi.log", O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (log >= 0) {
    if (syscall(SYS_write, log, record, used) != (long)used) errno = EIO;
    syscall(SYS_close, log);
  }
  free(record);
  if (getenv("FAKESPI_REALTIME")) {
    struct timespec wire = {bit_ns / 1000000000ull, bit_ns % 1000000000ull};
    nanosleep(&wire, NULL);
  }
  return total;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (kind_of(fd) != SPI) return syscall(SYS_write, fd, bytes, length);
  struct part part = {bytes, length, speed};
  return transfer(&part, 1);
}

static int spi(unsigned long request, void *argument) {
  int put = _IOC_DIR(request) & _IOC_WRITE;
  switch (_IOC_NR(request)) {
    case 0: {
      int count = _IOC_SIZE(request) / sizeof(struct spi_ioc_transfer);
      struct spi_ioc_transfer *given = argument;
      struct part parts[16];
      if (count > 16) { errno = EMSGSIZE; return -1; }
      for (int i = 0; i < count; i++)
        parts[i] = (struct part){(void *)(uintptr_t)given[i].tx_buf, given[i].len,
                                       given[i].speed_hz ? given[i].speed_hz : speed};
      return transfer(parts, count);
    }
    case 1: if (put) mode = *(uint8_t *)argument; else *(uint8_t *)argument = mode; return 0;
    case 3: if (put) bits = *(uint8_t *)argument; else *(uint8_t *)argument = bits; return 0;
    case 4: if (put) speed = *(uint32_t *)argument; else *(uint32_t *)argument = speed; return 0;
    case 5: if (put) mode = *(uint32_t *)argument; else *(uint32_t *)argument = mode; return 0;
  }
  return 0;
}

static int chip(unsigned long request, void *argument) {
  const char *label = getenv("FAKESPI_CHIP");
  switch (request) {
    case GPIO_GET_CHIPINFO_IOCTL: {
      struct gpiochip_info *info = argument;
      memset(info, 0, sizeof *info);
      strcpy(info->name, "gpiochip0");
      strncpy(info->label, label ? label : "pinctrl-bcm2711", sizeof info->label - 1);
      info->lines = 58;
      return 0;
    }
    case GPIO_V2_GET_LINEINFO_IOCTL: {
      struct gpio_v2_line_info *info = argument;
      uint32_t offset = info->offset;
      memset(info, 0, sizeof *info);
      info->offset = offset;
      info->flags = GPIO_V2_LINE_FLAG_INPUT;
      if (trouble() == 'g') { info->flags |= GPIO_V2_LINE_FLAG_USED; strcpy(info->consumer, "spi0 CS0"); }
      return 0;
    }
    case GPIO_V2_GET_LINE_IOCTL: {
      if (trouble() == 'g') { errno = EBUSY; return -1; }
      ((struct gpio_v2_line_request *)argument)->fd = fake(LINE, "gpioline", O_CLOEXEC);
      return 0;
    }
  }
  errno = ENOTTY;
  return -1;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  request &= 0xffffffff; /* some callers hold it in an int */
  switch (kind_of(fd)) {
    case SPI: if (_IOC_TYPE(request) == SPI_IOC_MAGIC) return spi(request, argument); break;
    case CHIP: return chip(request, argument);
    case LINE: return 0;
    default: break;
  }
  return syscall(SYS_ioctl, fd, request, argument);
}
