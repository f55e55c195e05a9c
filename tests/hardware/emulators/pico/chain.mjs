// LEDs that read their data line as WS2812 do: what a PIO program makes of words, pulse by pulse.
export class Chain {
  constructor(pin, program, bits, frequency, faults) {
    this.pin = pin;
    this.bits = bits;
    this.faults = faults;
    this.program = program.split("\n").map((line) => line.split(" "));
    this.cycleNs = 1e9 / frequency;
    this.endsAt = -1e9;
  }

  // words: little-endian words, as bytes; now: microseconds. Gives the bytes that the LEDs take.
  take(words, now) {
    if (now - this.endsAt < 280) this.faults.add("the LEDs had no time to latch the picture before");
    const pulses = this.run(words);
    const taken = [];
    let bits = 0, count = 0, ns = 0;
    for (const [high, whole] of pulses) {
      const one = Math.abs(high - 800) <= 150;
      if (!one && Math.abs(high - 400) > 150) this.faults.add(`a pulse of ${high} ns is neither 0 nor 1`);
      if (Math.abs(whole - 1250) > 300) this.faults.add(`a bit took ${whole} ns`);
      bits = bits << 1 | (one ? 1 : 0);
      if (++count === 8) { taken.push(bits & 255); bits = count = 0; }
      ns += whole;
    }
    this.endsAt = now + ns / 1000;
    return taken;
  }

  // The pulses of the data line, [high, whole] in ns.
  run(words) {
    const pulses = [];
    let word = 0, left = 0, next = 0, x = 0, pin = 0, cycle = 0, at = 0, rose = 0;
    const level = (value) => {
      if (value && !pin) {
        if (pulses.length) pulses.at(-1)[1] = (cycle - rose) * this.cycleNs;
        rose = cycle;
        pulses.push([0, 1250]);
      }
      if (!value && pin) pulses.at(-1)[0] = (cycle - rose) * this.cycleNs;
      pin = value;
    };
    for (;;) {
      const [name, target, operand, delay] = this.program[at];
      if (name === "out") {
        if (target !== "x" || operand !== "1") throw new Error(`out ${target}, ${operand}`);
        if (!left) {
          if (next >= words.length) return pulses;
          word = words.readUInt32LE(next);
          next += 4;
          left = this.bits;
        }
        x = word >>> 31;
        word = word << 1 >>> 0;
        left--;
      } else if (name === "set") level(Number(operand));
      else if (name === "mov") level(x);
      else throw new Error(`the chain does not know ${name}`);
      cycle += 1 + Number(delay);
      at = (at + 1) % this.program.length;
    }
  }
}
