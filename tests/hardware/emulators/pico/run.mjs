// An emulated Pico: MicroPython from npm runs the firmware's own file, main loop and all. Its clock passes with
// what the firmware does; it is held back to `speed` times real time and never pushed. One descriptor is the USB
// serial line, the other takes and gives lines of JSON, from the hands and for the eyes of a test.
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { Chain } from "./chain.mjs";

const LOOK_MS = 2, MOST_UNSENT = 256, LONGEST = 700;
const setup = JSON.parse(process.argv[2]);
const LINE = setup.line, HANDS = setup.hands;
// This build of MicroPython looks its table up twice at every call, to be sure; the table never changes.
const { get } = WebAssembly.Table.prototype;
const table = [];
WebAssembly.Table.prototype.get = function (index) { return table[index] ??= get.call(this, index); };

const here = new URL(".", import.meta.url);
const { loadMicroPython } = await import(pathToFileURL(setup.micropython));

const waits = [], incoming = [], outgoing = [], faults = new Set(), buffer = Buffer.alloc(65536);
let chain = null, lights = "", led = 0, host = false, asked = "", pictures = 0, news = [], lastEdge = 0;
let now = 1000 * (setup.first_ms ?? 0), looked = 0, watched = true;
let realBegun = performance.now(), begun = now;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

function receive(descriptor) {
  try {
    const count = fs.readSync(descriptor, buffer, 0, buffer.length);
    if (count === 0) process.exit(0); // the test has gone
    return buffer.subarray(0, count);
  } catch (error) {
    if (error.code === "EAGAIN") return null;
    if (error.code === "ECONNRESET") process.exit(0);
    throw error;
  }
}

function tell(what) {
  const line = Buffer.from(JSON.stringify(what) + "\n");
  for (let at = 0; at < line.length;) {
    try { at += fs.writeSync(HANDS, line, at); }
    catch (error) { if (error.code !== "EAGAIN") throw error; Atomics.wait(sleeper, 0, 0, 1); }
  }
}

function hear(request) {
  if ("host" in request) { host = request.host; if (!host) incoming.length = outgoing.length = 0; }
  if ("speed" in request) { setup.speed = request.speed; realBegun = performance.now(); begun = now; }
  for (const edge of request.schedule ?? []) {
    if (edge[0] !== null) edge[0] = Math.round(1000 * edge[0]);
    lastEdge = Math.max(lastEdge, edge[0] ?? now);
    news.push(edge);
  }
  if ("wait" in request)
    waits.push({ id: request.id, at: request.wait === null ? Math.max(now, lastEdge) : 1000 * request.wait });
  else if ("id" in request)
    tell({ id: request.id, clock: now / 1000, lights, led, pictures, faults: [...faults] });
}

function look() {
  const real = performance.now();
  if (real - looked < LOOK_MS) return;
  looked = real;
  const bytes = receive(LINE);
  if (bytes) incoming.push(...bytes);
  const lines = receive(HANDS);
  if (lines) {
    asked += lines.toString();
    const whole = asked.split("\n");
    asked = whole.pop();
    whole.forEach((line) => hear(JSON.parse(line)));
  }
  if (outgoing.length) {
    try { outgoing.splice(0, fs.writeSync(LINE, Buffer.from(outgoing))); }
    catch (error) { if (error.code !== "EAGAIN") throw error; }
  }
  for (const wait of waits.filter((each) => now >= each.at && !outgoing.length)) {
    waits.splice(waits.indexOf(wait), 1);
    tell({ id: wait.id, clock: now / 1000 });
  }
  const ahead = (now - begun) / 1000 / setup.speed - (real - realBegun);
  if (ahead > 1) Atomics.wait(sleeper, 0, 0, Math.min(ahead, 20));
  if (ahead < -100) { realBegun = real; begun = now; } // too slow for this speed: do not catch up
}

const emulated = {
  board: JSON.stringify(setup.board),
  begun: now,
  bitten: Boolean(setup.bitten),
  // Let the world have its turn at this time; 1: ready, 2: news from the hands.
  poll: (events, at) => {
    now = at;
    look();
    const ready = events === 1 ? incoming.length > 0 : host && outgoing.length < MOST_UNSENT;
    return (ready ? 1 : 0) | (news.length ? 2 : 0);
  },
  news: () => { const text = JSON.stringify(news); news = []; return text; },
  led: (level) => { led = level; },
  bite: () => { tell({ ended: "watchdog" }); process.exit(3); },
  unwatched: () => { watched = false; },
  pio: (pin, program, bits, frequency) => { chain = new Chain(pin, program, bits, frequency, faults); },
  dma: (words, at) => {
    lights = Buffer.from(chain.take(Buffer.from(words, "hex"), at)).toString("hex");
    pictures++;
    tell({ at: at / 1000, lights });
    return Math.ceil(chain.endsAt);
  },
  fault: (text) => { faults.add(text); },
};

const python = await loadMicroPython({
  heapsize: 192 * 1024, // as on a Pico with 264 KB
  linebuffer: false,
  stdin: () => incoming.shift(),
  stdout: (bytes) => {
    if (host) outgoing.push(...bytes);
    if (outgoing.length > MOST_UNSENT + LONGEST) faults.add("the firmware waited for a host that takes nothing");
  },
});
python.registerJsModule("emulated", emulated);
for (const name of ["wires.py", "time.py", "select.py", "machine.py", "rp2.py"])
  python.FS.writeFile(`/${name}`, fs.readFileSync(new URL(name, here), "utf8"));
for (const [name, text] of Object.entries(setup.files)) python.FS.writeFile(`/${name}`, text);
tell({ ready: true });
realBegun = performance.now();
try {
  python.runPython(setup.program ?? fs.readFileSync(setup.main, "utf8"));
  tell({ ended: "prompt", watched });
} catch (error) {
  tell({ ended: "error", error: String(error.message ?? error) });
}
setInterval(look, 20); // a Pico at its prompt still has its port, and what it wrote goes out
