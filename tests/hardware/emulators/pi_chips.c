/* The chips behind the buses: a chain of 74HC165, an MCP3008 behind CD74HC4067 multiplexers, MCP23017s. */
#define _GNU_SOURCE
#include "pi_board.h"
#include <errno.h>
#include <linux/spi/spidev.h>
#include <string.h>

/* ---- 74HC165: loads while SH/LD is low, shifts at rising clocks while it is high; Q7 shows D7 at once */

static void load_chain(void) { memcpy(board->chain_latch, board->chain_in, sizeof board->chain_latch); }

static int chain_bit(uint32_t bit) { /* the bit-th bit that leaves the chain */
  if (bit / 8 >= board->chain_length) return (int)board->chain_end;
  return board->chain_latch[bit / 8] >> (7 - bit % 8) & 1;
}

static void exchange_chain(uint8_t *rx, uint32_t length, uint32_t begin) {
  int held = board->load_pin < 0 ? !(board->spi_mode & SPI_CS_HIGH) : !pin_level(board->load_pin);
  int early = (board->spi_mode & 3) == SPI_MODE_1; /* shifts before it samples: the first bit is lost */
  for (uint32_t bit = 0; bit < 8 * length; bit++) {
    int level = held ? chain_bit(0) : chain_bit(begin + bit + (uint32_t)early);
    if (level && !board->chain_dead) rx[bit / 8] |= (uint8_t)(0x80 >> bit % 8);
  }
}

/* ---- MCP3008 (start bit, SGL, three bits of channel; then null bit and ten bits), its inputs multiplexed */

static int line_now, line_before;
static uint64_t line_since;

static void follow_select(void) {
  int line = 0;
  for (int i = 0; i < 4; i++) line |= pin_level((int)board->select_pin[i]) << i;
  if (line != line_now) line_before = line_now, line_now = line, line_since = now_us();
}

void pins_changed(void) {
  follow_select();
  if (board->load_pin >= 0 && pin_is_low_output(board->load_pin)) load_chain();
  if (board->reset_pin >= 0 && pin_is_low_output(board->reset_pin)) reset_chips();
}

static void exchange_adc(const uint8_t *tx, uint8_t *rx, uint32_t length) {
  uint32_t start = 0, bits = 8 * length;
  while (start < bits && !(tx[start / 8] >> (7 - start % 8) & 1)) start++;
  if (board->adc_dead || board->spi_mode & SPI_CS_HIGH || start + 17 > bits) return;
  int channel = 0;
  for (uint32_t i = start + 2; i < start + 5; i++) channel = channel << 1 | (tx[i / 8] >> (7 - i % 8) & 1);
  int settled = now_us() - line_since >= board->mux_settle_us;
  int value = board->adc[16 * channel + (settled ? line_now : line_before)];
  for (uint32_t i = 0; i < 10; i++) {
    uint32_t at = start + 7 + i;
    if (value >> (9 - i) & 1) rx[at / 8] |= (uint8_t)(0x80 >> at % 8);
  }
}

/* ---- one stretch of a message; gives how many bits have passed since chip select */

uint32_t spi_exchange(const uint8_t *tx, uint8_t *rx, uint32_t length, int first) {
  static uint32_t passed;
  static uint8_t nothing[4096], nowhere[4096];
  if (!tx) tx = nothing;
  if (!rx) rx = nowhere;
  if (first) passed = 0;
  uint8_t reply[4096] = {0};
  if (board->spi_kind == SPI_CHAIN) {
    if (first && board->load_pin < 0) load_chain();
    exchange_chain(reply, length, passed);
  } else if (board->spi_kind == SPI_ADC) {
    exchange_adc(tx, reply, length);
  }
  memcpy(rx, reply, length);
  board->spi_transfers++;
  return passed += 8 * length;
}

/* ---- MCP23017 */

enum { IODIRA = 0x00, IODIRB = 0x01, IPOLA = 0x02, GPPUA = 0x0C, GPPUB = 0x0D, GPIOA = 0x12, OLATA = 0x14, LAST = 0x15 };

static uint8_t port_levels(const struct expander *chip, int port) { /* the pins of a port, as they are driven or pulled */
  uint8_t inputs = chip->reg[IODIRA + port];
  uint8_t low[2] = {0, 0}; /* lines that something pulls down */
  if (!chip->matrix) {
    low[port] = chip->closed[port];
  } else {
    low[0] = (uint8_t)~(chip->reg[IODIRA] | chip->reg[OLATA]);
    for (int pass = 0; pass < 8; pass++)
      for (int r = 0; r < 8; r++) {
        if (low[0] >> r & 1) low[1] |= chip->closed[r];
        if (!chip->diodes && chip->closed[r] & low[1]) low[0] |= (uint8_t)(1 << r);
      }
  }
  uint8_t pulled = (uint8_t)(chip->reg[GPPUA + port] & ~low[port]);
  return (uint8_t)((inputs & pulled) | (~inputs & chip->reg[OLATA + port]));
}

static uint8_t read_register(struct expander *chip, uint8_t number) {
  if (number != GPIOA && number != GPIOA + 1) return chip->reg[number];
  int port = number - GPIOA;
  if (chip->reg[IODIRA + port] & 0x80) chip->input7++;
  return port_levels(chip, port) ^ chip->reg[IPOLA + port];
}

static void write_register(struct expander *chip, uint8_t number, uint8_t value) {
  chip->reg[number] = value;
  if (number == GPIOA || number == GPIOA + 1) chip->reg[number + 2] = value;
}

void reset_chips(void) {
  board->i2c_held = 0;
  for (int i = 0; i < CHIPS; i++) {
    memset(board->chip[i].reg, 0, sizeof board->chip[i].reg);
    board->chip[i].reg[IODIRA] = board->chip[i].reg[IODIRB] = 0xFF;
  }
}

int i2c_exchange(int address, int read, uint8_t command, uint8_t *bytes, int count) {
  board->i2c_transfers++;
  if (board->i2c_stuck || board->i2c_held) return ETIMEDOUT;
  if (address < 0x20 || address >= 0x20 + CHIPS || !board->chip[address - 0x20].there) return EREMOTEIO;
  struct expander *chip = &board->chip[address - 0x20];
  if (chip->nack_next) {
    chip->nack_next--;
    return EREMOTEIO;
  }
  if (read && chip->dead_rows & ~(chip->reg[IODIRA] | chip->reg[OLATA])) return EREMOTEIO;
  for (int i = 0; i < count; i++) {
    uint8_t number = (uint8_t)((command + i) % (LAST + 1));
    if (read) bytes[i] = read_register(chip, number);
    else write_register(chip, number, bytes[i]);
  }
  return 0;
}
