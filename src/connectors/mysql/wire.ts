// The connection to a server as packets: TCP or Unix socket, through a tunnel and TLS where the config asks for them. A plain
// socket reads straight into the packet reader's buffer; TLS and tunnels give chunks, which are copied into it.
import { Socket, type SocketConstructorOpts } from "node:net";
import type { Duplex } from "node:stream";
import { throwIfAborted } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import { inTime } from "../../network/in-time.ts";
import { connectSocket } from "../../network/socket.ts";
import { tlsOptions, wrapInTls } from "../../network/tls.ts";
import type { Tunnel } from "../../network/tunnel.ts";
import { marker, parseServerError } from "../../protocols/mysql/answers.ts";
import {
  capability,
  has,
  makeTlsRequest,
  parseGreeting,
  type Greeting,
} from "../../protocols/mysql/handshake.ts";
import { PacketReader, toPackets, type PacketSink } from "../../protocols/mysql/packet-reader.ts";
import { describePlace, placeOf, sslModeOf, type MysqlConfig } from "./config.ts";

/**
 * A server sends in pieces of 16 KB. Whoever is quicker than the server would be woken for each, which costs more than the
 * piece itself: after a short read the socket is left alone for a moment, in which the kernel gathers the next ones.
 */
const shortRead = 96 * 1024;
const gatherMs = 2;
/** What fits in so little is not worth waiting for. */
const gatherAfterBytes = 512 * 1024;

export type Packet = { readonly bytes: Uint8Array; readonly sequence: number };

/** Who listens to the packets of an answer. */
export type Listener = PacketSink & {
  /** The connection is gone; nothing comes any more. */
  closed(error: unknown): void;
};

export type Connecting = {
  readonly config: MysqlConfig;
  readonly tunnel: Tunnel | null;
  readonly signal?: AbortSignal;
};

export class Wire implements PacketSink {
  readonly stream: Duplex;
  readonly #reader = new PacketReader(this);
  #listener: Listener | null = null;
  #waiting: Uint8Array[] = [];
  #isStopped = false;
  #end: unknown = null;
  #lastSequence = 0;
  /** A channel of a tunnel does not count its bytes. */
  #taken = 0;
  /** Bytes that came for the listener of now. */
  #answered = 0;

  constructor(stream: Duplex, isDirect: boolean) {
    this.stream = stream;
    stream.on("error", (error) => this.#close(error));
    stream.on("close", () =>
      this.#close(Object.assign(new Error("closed"), { code: "ECONNRESET" })),
    );
    stream.on("end", () => this.#close(Object.assign(new Error("ended"), { code: "ECONNRESET" })));
    if (!isDirect) stream.on("data", this.#take);
  }

  /** A connected plain socket whose bytes go straight into the packet reader. */
  static async connect(config: MysqlConfig, signal?: AbortSignal): Promise<Wire> {
    let wire: Wire | null = null;
    const nothing = new Uint8Array(0);
    // `onread` stands in Node's documentation of sockets, and in the type of `connect` only.
    const onread = {
      buffer: (): Uint8Array => (wire === null ? nothing : wire.#reader.space),
      callback: (count: number, into: Uint8Array): boolean =>
        wire === null || wire.#filled(count, into),
    };
    const socket = new Socket({ onread } as SocketConstructorOpts);
    wire = new Wire(socket, true);
    await connectSocket(socket, placeOf(config), signal);
    return wire;
  }

  /** Bytes that came and went. */
  get traffic(): number {
    const { bytesRead = this.#taken, bytesWritten = 0 } = this.stream as Partial<Socket>;
    return bytesRead + bytesWritten;
  }

  get isClosed(): boolean {
    return this.#end !== null;
  }

  /** The number that the next packet of this exchange has. */
  get nextSequence(): number {
    return this.#lastSequence + 1;
  }

  /** From now on packets go to `listener`, beginning with those that were held back. */
  listen(listener: Listener | null): void {
    this.#listener = listener;
    this.#answered = 0;
    if (listener === null) return;
    if (this.#end !== null) listener.closed(this.#end);
    else if (this.#isStopped) this.proceed();
  }

  send(payload: Uint8Array, sequence = 0): void {
    this.stream.write(toPackets(payload, sequence));
  }

  /** Goes on after a listener said stop: first with what is here, then with what comes. */
  proceed(): void {
    this.#isStopped = false;
    if (!this.#reader.pump()) {
      this.#isStopped = true;
      return;
    }
    for (let chunk = this.#waiting.shift(); chunk; chunk = this.#waiting.shift()) {
      this.#take(chunk);
      if (this.#isStopped) return;
    }
    this.stream.resume();
  }

  /** The next packet alone. */
  receive(): Promise<Packet> {
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        this.#listener = null;
        settle();
      };
      this.listen({
        batch: () => 0,
        isFull: false,
        packet: (bytes, start, end, sequence) => {
          const copy = bytes.slice(start, end);
          done(() => resolve({ bytes: copy, sequence }));
          return false;
        },
        closed: (error) => done(() => reject(error)),
      });
    });
  }

  /** Sends a packet and gives the next one that comes. */
  async ask(payload: Uint8Array, sequence: number): Promise<Packet> {
    this.send(payload, sequence);
    return await this.receive();
  }

  /** The exchange goes on after packet `sequence`, which went over another wire. */
  continueFrom(sequence: number): void {
    this.#lastSequence = sequence;
  }

  destroy(): void {
    this.stream.destroy();
  }

  /** Hands the stream to somebody else (TLS): nothing is read from it here any more. */
  detach(): Duplex {
    this.stream.off("data", this.#take);
    this.#listener = null;
    return this.stream;
  }

  batch(bytes: Uint8Array, start: number, end: number): number {
    return this.#listener?.batch(bytes, start, end) ?? 0;
  }

  get isFull(): boolean {
    return this.#listener?.isFull ?? false;
  }

  packet(bytes: Uint8Array, start: number, end: number, sequence: number): boolean {
    this.#lastSequence = sequence;
    if (this.#listener) return this.#listener.packet(bytes, start, end, sequence);
    // Nobody asked: the server says why it is about to close the connection.
    if (bytes[start] === marker.error) this.#end = parseServerError(bytes, start, end);
    return true;
  }

  #filled(count: number, into: Uint8Array): boolean {
    this.#answered += count;
    const goesOn = this.#reader.filled(count, into);
    this.#isStopped = !goesOn;
    if (!goesOn || count >= shortRead || this.#answered < gatherAfterBytes) return goesOn;
    setTimeout(() => {
      if (!this.#isStopped) this.stream.resume();
    }, gatherMs);
    return false;
  }

  readonly #take = (chunk: Uint8Array): void => {
    this.#taken += chunk.length;
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#isStopped) {
        this.#waiting.push(rest);
        return;
      }
      const piece = rest.subarray(0, this.#reader.feedBytes);
      rest = rest.subarray(piece.length);
      if (!this.#reader.feed(piece)) {
        this.#isStopped = true;
        if (rest.length > 0) this.#waiting.unshift(rest);
        this.stream.pause();
        return;
      }
    }
  };

  #close(error: unknown): void {
    this.#end ??= error;
    const listener = this.#listener;
    this.#listener = null;
    listener?.closed(this.#end);
  }
}

export type Greeted = { readonly wire: Wire; readonly greeting: Greeting };

/** Connects, reads the greeting and agrees on TLS where it is asked for. Errors are the driver's, or coded. */
export async function openWire({ config, tunnel, signal }: Connecting): Promise<Greeted> {
  if (signal) throwIfAborted(signal);
  const isSecure = sslModeOf(config) !== "disable";
  const options = isSecure ? tlsOptions(config) : null;
  const wire = tunnel
    ? new Wire(await tunnel.connect(signal), false)
    : options
      ? new Wire(await connectSocket(new Socket(), placeOf(config), signal), false)
      : await Wire.connect(config, signal);
  try {
    const first = await inTime(
      "signIn",
      signal,
      () => wire.destroy(),
      () => wire.receive(),
    );
    if (first.bytes[0] === marker.error) throw parseServerError(first.bytes, 0, first.bytes.length);
    const greeting = parseGreeting(first.bytes);
    if (!options) return { wire, greeting };
    if (!has(greeting.capabilities, capability.tls)) throw noTls(config);
    wire.send(makeTlsRequest(greeting), first.sequence + 1);
    const secure = new Wire(await wrapInTls(wire.detach(), options, signal), false);
    secure.continueFrom(first.sequence + 1);
    return { wire: secure, greeting };
  } catch (error) {
    wire.destroy();
    if (signal) throwIfAborted(signal);
    throw error;
  }
}

function noTls(config: MysqlConfig): RevosError {
  return new RevosError(
    "source.tls_failed",
    `Could not use TLS with ${describePlace(config)}: the server does not offer it.`,
    {
      advice:
        "Give the server a certificate (ssl_cert, ssl_key), or set ssl: disable if the way to it is safe without.",
      data: { field: "ssl" },
    },
  );
}
