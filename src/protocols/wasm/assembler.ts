// A small assembler for WebAssembly: enough to write one function over one memory. Decoders that are generated for a
// table's columns are emitted with it, because 64-bit integers, unaligned loads and copies are single instructions there.
// Opcodes: WebAssembly Core Specification 2.0, §5.4.

/** Code: instructions that leave nothing on the stack, or an expression that leaves one value. */
export type Code = readonly number[];

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 128 : low);
  } while (rest > 0);
  return bytes;
}

/** Signed LEB128. */
function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ;) {
    const low = Number(rest & 127n);
    rest >>= 7n;
    const isLast = (rest === 0n && (low & 64) === 0) || (rest === -1n && (low & 64) !== 0);
    bytes.push(isLast ? low : low | 128);
    if (isLast) return bytes;
  }
}

const operation =
  (opcode: number) =>
  (...operands: readonly Code[]): Code => [...operands.flat(), opcode];
const load =
  (opcode: number) =>
  (address: Code, offset = 0): Code => [...address, opcode, 0, ...unsigned(offset)];
const store =
  (opcode: number) =>
  (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    opcode,
    0,
    ...unsigned(offset),
  ];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(BigInt(value | 0))],
  eqz: operation(0x45),
  eq: operation(0x46),
  ne: operation(0x47),
  ltS: operation(0x48),
  ltU: operation(0x49),
  gtS: operation(0x4a),
  gtU: operation(0x4b),
  geS: operation(0x4e),
  geU: operation(0x4f),
  add: operation(0x6a),
  sub: operation(0x6b),
  mul: operation(0x6c),
  divU: operation(0x6e),
  remU: operation(0x70),
  and: operation(0x71),
  or: operation(0x72),
  xor: operation(0x73),
  shl: operation(0x74),
  shrU: operation(0x76),
  rotl: operation(0x77),
  signExtend8: operation(0xc0),
  signExtend16: operation(0xc1),
  wrap: operation(0xa7),
  load: load(0x28),
  load8: load(0x2d),
  load16: load(0x2f),
  store: store(0x36),
  store8: store(0x3a),
  store16: store(0x3b),
} as const;

export const i64 = {
  const: (value: bigint): Code => [0x42, ...signed(BigInt.asIntN(64, value))],
  eq: operation(0x51),
  eqz: operation(0x50),
  ne: operation(0x52),
  ltS: operation(0x53),
  gtS: operation(0x55),
  geU: operation(0x5a),
  add: operation(0x7c),
  sub: operation(0x7d),
  mul: operation(0x7e),
  divU: operation(0x80),
  and: operation(0x83),
  or: operation(0x84),
  xor: operation(0x85),
  shl: operation(0x86),
  shrU: operation(0x88),
  extendS: operation(0xac),
  extendU: operation(0xad),
  load: load(0x29),
  store: store(0x37),
} as const;

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const when = (condition: Code, then: Code, otherwise: Code = []): Code => [
  ...condition,
  0x04,
  0x40,
  ...then,
  ...(otherwise.length > 0 ? [0x05, ...otherwise] : []),
  0x0b,
];
export const block = (body: Code): Code => [0x02, 0x40, ...body, 0x0b];
export const loop = (body: Code): Code => [0x03, 0x40, ...body, 0x0b];
/** Leaves `depth` enclosing constructs; of a loop it begins the next round. */
export const branchIf = (depth: number, condition: Code): Code => [
  ...condition,
  0x0d,
  ...unsigned(depth),
];
/** `choose(a, b, condition)`: a where the condition is not 0. Both are computed. */
export const choose = operation(0x1b);
export const copyMemory = (to: Code, from: Code, size: Code): Code => [
  ...to,
  ...from,
  ...size,
  0xfc,
  0x0a,
  0,
  0,
];

export type Locals = { readonly i32: number; readonly i64: number };

/**
 * A module with a memory of `pages` × 64 KB exported as `memory`, and one function `run` of `parameters` 32-bit integers
 * that returns one. Locals follow the parameters: first the 32-bit ones, then the 64-bit ones. A guest works on the memory of
 * another module of as many pages.
 */
export function assembleModule(
  pages: number,
  parameters: number,
  locals: Locals,
  body: Code,
  isGuest = false,
): Uint8Array<ArrayBuffer> {
  const sized = (bytes: Code): number[] => [...unsigned(bytes.length), ...bytes];
  const section = (id: number, content: Code): number[] => [id, ...sized(content)];
  const name = (text: string): number[] => sized([...new TextEncoder().encode(text)]);
  const code = [2, ...unsigned(locals.i32), 0x7f, ...unsigned(locals.i64), 0x7e, ...body, 0x0b];
  const memory = [1, ...unsigned(pages), ...unsigned(pages)];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [
      1,
      0x60,
      ...unsigned(parameters),
      ...Array<number>(parameters).fill(0x7f),
      1,
      0x7f,
    ]),
    ...(isGuest ? section(2, [1, ...name("host"), ...name("memory"), 2, ...memory]) : []),
    ...section(3, [1, 0]),
    ...(isGuest ? [] : section(5, [1, ...memory])),
    ...section(7, [...(isGuest ? [1] : [2, ...name("memory"), 2, 0]), ...name("run"), 0, 0]),
    ...section(10, [1, ...sized(code)]),
  ]);
}

/** The part of the engine's `WebAssembly` that is used here; the types of Node leave it out. */
type Engine = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports?: { readonly host: { readonly memory: Memory } },
  ) => {
    readonly exports: {
      readonly memory: Memory;
      readonly run: Run;
    };
  };
};

type Memory = { readonly buffer: ArrayBuffer };
type Run = (...values: number[]) => number;

/** Compiles and instantiates what `assembleModule` gave. */
export function openModule(code: Uint8Array): {
  readonly memory: ArrayBuffer;
  readonly run: Run;
  /** Opens a guest. */
  readonly host: (guest: Uint8Array) => Run;
} {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: Engine };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code));
  const { memory, run } = exports;
  return {
    memory: memory.buffer,
    run,
    host: (guest) =>
      new WebAssembly.Instance(new WebAssembly.Module(guest), { host: { memory } }).exports.run,
  };
}
