/* The BCM2711 GPIO registers behind /dev/gpiomem, for an unmodified RPi.GPIO on x86-64 Linux.
 *
 * The page is kept PROT_NONE: each access faults, is single-stepped (EFLAGS.TF), and then takes effect. A mutex
 * is held from fault to trap, and RPi.GPIO holds Python's lock at each access, so accesses come one at a time.
 *
 * The model: a switch joins a row line and a column line, through a diode (column to row) or not. A line that
 * is an output at 0 pulls down whatever is joined to it; all others rest at their pull. A line shows a changed
 * level only `settle_us` after the change. */
#define _GNU_SOURCE
#include "pi_board.h"
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define TRAP_FLAG 0x100
#define PAGE 4096
enum { FSEL = 0, SET = 7, CLR = 10, LEV = 13, PULL = 57 };

static uint8_t *page;
static volatile int stepping;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction other_segv, other_trap;
static uint8_t ideal[PINS], shown[PINS];
static uint64_t changed_at[PINS];

uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

int is_output(int pin) { return (board->fsel[pin / 10] >> (pin % 10 * 3) & 7) == 1; }
static int out_bit(int pin) { return board->out[pin / 32] >> (pin % 32) & 1; }
static int pulled_up(int pin) { return (board->pull[pin / 16] >> (pin % 16 * 2) & 3) == 1; }
int pin_level(int pin) { return is_output(pin) && out_bit(pin); }
int pin_is_low_output(int pin) { return is_output(pin) && !out_bit(pin); }

static int switch_at(uint32_t row, uint32_t column) { return board->closed[LINES * row + column]; }

static void electrify(uint8_t level[PINS]) {
  for (int pin = 0; pin < PINS; pin++) level[pin] = is_output(pin) ? out_bit(pin) : pulled_up(pin);
  for (int more = 1; more;) {
    more = 0;
    for (uint32_t r = 0; r < board->rows; r++)
      for (uint32_t c = 0; c < board->columns; c++) {
        if (!switch_at(r, c)) continue;
        uint8_t *row = level + board->row_pin[r], *column = level + board->column_pin[c];
        if (!*row && *column && !is_output(board->column_pin[c])) *column = 0, more = 1;
        if (!board->diodes && !*column && *row && !is_output(board->row_pin[r])) *row = 0, more = 1;
      }
  }
}

/* Bring `shown` up to date: a level that changed shows once it has settled; outputs drive hard. */
static void settle(void) {
  uint8_t level[PINS];
  uint64_t now = now_us();
  electrify(level);
  for (int pin = 0; pin < PINS; pin++) {
    if (level[pin] != ideal[pin]) ideal[pin] = level[pin], changed_at[pin] = now;
    if (is_output(pin) || now - changed_at[pin] >= board->settle_us) shown[pin] = ideal[pin];
  }
}

static void watch(void) {
  uint32_t low = 0;
  for (uint32_t r = 0; r < board->rows; r++) {
    low += pin_is_low_output(board->row_pin[r]);
    board->driven_high += pin_level(board->row_pin[r]);
  }
  for (uint32_t c = 0; c < board->columns; c++) board->driven_high += pin_level(board->column_pin[c]);
  if (low > board->most_low) board->most_low = low;
}

static void on_fault(int number, siginfo_t *info, void *context) {
  uint8_t *address = info->si_addr;
  ucontext_t *machine = context;
  if (!page || address < page || address >= page + PAGE) {
    if (other_segv.sa_flags & SA_SIGINFO) other_segv.sa_sigaction(number, info, context);
    else signal(SIGSEGV, SIG_DFL);
    return;
  }
  pthread_mutex_lock(&one_at_a_time);
  settle();
  mprotect(page, PAGE, PROT_READ | PROT_WRITE);
  uint32_t *reg = (uint32_t *)page;
  memcpy(reg + FSEL, board->fsel, sizeof board->fsel);
  reg[SET] = reg[SET + 1] = reg[CLR] = reg[CLR + 1] = reg[LEV] = reg[LEV + 1] = 0;
  for (int pin = 0; pin < PINS; pin++) reg[LEV + pin / 32] |= (uint32_t)shown[pin] << pin % 32;
  memcpy(reg + PULL, board->pull, sizeof board->pull);
  board->accesses++;
  stepping = 1;
  machine->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void on_trap(int number, siginfo_t *info, void *context) {
  ucontext_t *machine = context;
  if (!stepping) {
    if (other_trap.sa_flags & SA_SIGINFO) other_trap.sa_sigaction(number, info, context);
    else signal(SIGTRAP, SIG_DFL);
    return;
  }
  uint32_t *reg = (uint32_t *)page;
  memcpy(board->fsel, reg + FSEL, sizeof board->fsel);
  for (int word = 0; word < 2; word++) board->out[word] = (board->out[word] | reg[SET + word]) & ~reg[CLR + word];
  memcpy(board->pull, reg + PULL, sizeof board->pull);
  mprotect(page, PAGE, PROT_NONE);
  settle();
  watch();
  pins_changed();
  stepping = 0;
  machine->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
  pthread_mutex_unlock(&one_at_a_time);
}

/* ---- what the kernel's GPIO chip does with a line, for libraries that ask it instead of the registers */

void set_line(int pin, int output, int high, int pull_up) {
  pthread_mutex_lock(&one_at_a_time);
  int shift = pin % 10 * 3;
  board->fsel[pin / 10] = (board->fsel[pin / 10] & ~(7u << shift)) | (uint32_t)output << shift;
  uint32_t bit = 1u << pin % 32;
  board->out[pin / 32] = high ? board->out[pin / 32] | bit : board->out[pin / 32] & ~bit;
  board->pull[pin / 16] = (board->pull[pin / 16] & ~(3u << pin % 16 * 2)) | (uint32_t)pull_up << pin % 16 * 2;
  settle();
  watch();
  pins_changed();
  pthread_mutex_unlock(&one_at_a_time);
}

int line_level(int pin) {
  pthread_mutex_lock(&one_at_a_time);
  settle();
  int level = shown[pin];
  pthread_mutex_unlock(&one_at_a_time);
  return level;
}

void *the_registers(void) { return page; }

void *map_registers(void) {
  if (page) return page;
  page = (uint8_t *)syscall(SYS_mmap, 0, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  action.sa_sigaction = on_fault;
  sigaction(SIGSEGV, &action, &other_segv);
  action.sa_sigaction = on_trap;
  sigaction(SIGTRAP, &action, &other_trap);
  return page;
}
