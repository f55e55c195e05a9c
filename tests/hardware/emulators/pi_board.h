/* What the emulated Raspberry Pi and the test share: one struct in the file named by $PI_BOARD.
 * tests/hardware/pi_board.py has the same layout; `size` lets it compare. */
#ifndef PI_BOARD_H
#define PI_BOARD_H
#include <stdint.h>

enum { PINS = 54, LINES = 16, CHIPS = 8, CHAIN = 32, MUXES = 8 };
enum spi_kind { SPI_NOTHING, SPI_CHAIN, SPI_ADC };

struct expander {        /* one MCP23017, IOCON.BANK = 0 */
  uint32_t there;        /* it acknowledges its address */
  uint32_t nack_next;    /* so many transactions to come fail */
  uint32_t matrix;       /* port A drives rows, port B reads columns; else each pin has a switch to ground */
  uint32_t diodes;
  uint32_t input7;       /* how often a port was read whose bit 7 was an input: forbidden since data sheet D */
  uint8_t closed[8];     /* matrix: columns closed in each row; else closed switches of port A, port B */
  uint8_t reg[22];
  uint8_t dead_rows;     /* while one of these is driven, port B cannot be read */
  uint8_t spare;
};

struct pi_board {
  uint32_t magic;
  uint32_t size;                                       /* written by the emulator */
  int32_t gpio_errno;                                  /* why /dev/gpiomem cannot be opened, or 0 */
  uint32_t rows, columns;
  uint32_t row_pin[LINES], column_pin[LINES];          /* BCM numbers */
  uint8_t closed[LINES * LINES];                       /* closed[LINES * row + column] */
  uint32_t diodes, settle_us;
  uint32_t fsel[6], out[2], pull[4];                   /* the registers as they stand */
  uint32_t most_low;                                   /* the most rows that were driven low at once */
  uint32_t driven_high;                                /* how often a row or column was driven high */
  uint64_t accesses;
  char consumer[PINS][32];                             /* who holds a line, for /dev/gpiochip0 */

  int32_t spi_errno;
  uint32_t spi_kind, spi_mode, spi_speed, spi_transfers;
  uint32_t spi_lit;                                    /* how often bus 0, whose line LEDs may share, sent a high */
  uint32_t chain_length;                               /* 74HC165s, nearest to the computer first */
  int32_t load_pin;                                    /* the GPIO at SH/LD, or -1: chip select */
  uint32_t chain_end;                                  /* level of the last serial input */
  uint32_t chain_dead;                                 /* unplugged: MISO is pulled low */
  uint8_t chain_in[CHAIN], chain_latch[CHAIN];         /* bit i: input D_i is high */
  uint32_t select_pin[4], mux_settle_us, adc_dead;
  uint16_t adc[16 * MUXES];                            /* what input 16 * mux + line gives, 0 to 1023 */

  int32_t i2c_errno;
  uint32_t i2c_stuck;                                  /* every transfer times out until the bus is opened anew */
  uint32_t i2c_held;                                   /* and so they do, until the chips are reset by a pin */
  int32_t reset_pin;                                   /* the GPIO at the RESET of all expanders, or -1 */
  uint32_t i2c_opened, i2c_transfers;
  struct expander chip[CHIPS];                         /* at addresses 0x20 to 0x27 */
};

/* Hidden, because RPi.GPIO has a global variable `board` of its own. */
#pragma GCC visibility push(hidden)
extern struct pi_board *board;

uint64_t now_us(void);
int is_output(int pin);
int pin_is_low_output(int pin);
int pin_level(int pin);                                /* of an output */
void reset_chips(void);
void set_line(int pin, int output, int high, int pull_up);
int line_level(int pin);
void *map_registers(void);
void *the_registers(void);                             /* where they are mapped, or NULL */
void pins_changed(void);                               /* tell the chips that outputs may have changed */

uint32_t spi_exchange(const uint8_t *tx, uint8_t *rx, uint32_t length, int first);
int i2c_exchange(int address, int read, uint8_t command, uint8_t *bytes, int count); /* 0 or errno */
#pragma GCC visibility pop
#endif
