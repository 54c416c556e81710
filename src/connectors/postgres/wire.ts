// The connection to a server as bytes: TCP or Unix socket, through a tunnel and TLS where the config asks for them. `pg`
// speaks on it (sign-in, queries); while a COPY runs our own reader takes the bytes, because events and copies per
// chunk cost a third of the whole read (0.97 against 0.70 CPU s per million rows, measured).
import { Socket, type SocketConstructorOpts } from "node:net";
import type { Duplex } from "node:stream";
import { throwIfAborted } from "../../kernel/abort.ts";
import type { MessageReader } from "../../protocols/postgres/message-reader.ts";
import { connectSocket } from "../../network/socket.ts";
import type { Tunnel } from "../../network/tunnel.ts";
import { placeOf, sslModeOf, type PostgresConfig } from "./config.ts";
import { upgradeToTls } from "./tls.ts";

export interface Wire {
  /** What `pg` reads from and writes to. */
  readonly stream: Duplex;
  /** From now on bytes go to `reader`. */
  divert(reader: MessageReader): void;
  /** The reader was told to stop and may go on now: first with what is here, then with what comes. */
  proceed(): void;
  /** Hands one complete message to `pg` while bytes are diverted. */
  passOn(message: Uint8Array): void;
  /** Bytes go to `pg` again. */
  restore(): void;
  /** Bytes that came and went. */
  traffic(): number;
}

export type Connecting = {
  readonly config: PostgresConfig;
  readonly tunnel: Tunnel | null;
  readonly signal?: AbortSignal;
};

/** Connects; errors are those of Node, TLS or the tunnel, to be explained by the caller. */
export async function openWire({ config, tunnel, signal }: Connecting): Promise<Wire> {
  if (signal) throwIfAborted(signal);
  const secure = sslModeOf(config) !== "disable";
  if (!tunnel && !secure) return await openPlainWire(config, signal);
  const plain = tunnel
    ? await tunnel.connect(signal)
    : await connectSocket(new Socket(), placeOf(config), signal);
  return new EventWire(secure ? await upgradeToTls(plain, config, signal) : plain);
}

/** `pg` wants to connect the stream itself; ours is connected, so it is told so. */
function presentAsUnconnected(stream: Duplex): void {
  stream.on("error", () => {}); // for moments when nobody else listens; who waits for something hears it as well
  Object.assign(stream, {
    connect: () => {
      queueMicrotask(() => stream.emit("connect"));
      return stream;
    },
  });
  const socket = stream as Partial<Socket>;
  for (const method of ["setNoDelay", "setKeepAlive", "ref", "unref"] as const) {
    if (typeof socket[method] !== "function") Object.assign(stream, { [method]: () => stream });
  }
}

/**
 * A server sends in pieces of 8 KB. Whoever is quicker than the server would be woken for each, which costs more than the
 * piece itself: after a short read the socket is left alone for a moment, in which the kernel gathers the next ones.
 */
const shortRead = 96 * 1024;
const gatherMs = 2;
/** What fits in so little is not worth waiting for. */
const gatherAfterBytes = 512 * 1024;

/** A plain socket that reads into a buffer of ours: `pg` gets copies, a COPY gets the buffer itself. */
async function openPlainWire(config: PostgresConfig, signal?: AbortSignal): Promise<Wire> {
  const idle = Buffer.alloc(16 * 1024);
  let reader: MessageReader | null = null;
  let diverted = 0;
  // `onread` stands in Node's documentation of sockets, and in the type of `connect` only.
  const onread = {
    buffer: (): Uint8Array => reader?.space ?? idle,
    callback: (count: number, into: Uint8Array): boolean => {
      if (reader) {
        if (!reader.filled(count, into)) return false;
        diverted += count;
        if (count >= shortRead || diverted < gatherAfterBytes) return true;
        setTimeout(() => socket.resume(), gatherMs);
        return false;
      }
      socket.emit("data", Buffer.from(into.subarray(0, count)));
      return true;
    },
  };
  const socket = new Socket({ onread } as SocketConstructorOpts);
  await connectSocket(socket, placeOf(config), signal);
  presentAsUnconnected(socket);
  return {
    stream: socket,
    divert(to) {
      reader = to;
      diverted = 0;
    },
    proceed() {
      if (reader === null || reader.pump()) socket.resume();
    },
    passOn(message) {
      socket.emit("data", Buffer.from(message));
    },
    restore() {
      reader = null;
    },
    traffic: () => socket.bytesRead + socket.bytesWritten,
  };
}

type Listener = (bytes: Buffer) => void;

/** TLS and tunnels give chunks as events; the reader copies them. */
class EventWire implements Wire {
  readonly stream: Duplex;
  #reader: MessageReader | null = null;
  #theirs: Listener[] = [];
  #waiting: Uint8Array[] = [];
  #isStopped = false;
  /** A channel of a tunnel does not count its bytes. */
  #taken = 0;

  constructor(stream: Duplex) {
    this.stream = stream;
    presentAsUnconnected(stream);
  }

  divert(reader: MessageReader): void {
    this.#reader = reader;
    this.#theirs = this.stream.listeners("data") as Listener[];
    this.stream.on("data", this.#take);
    for (const listener of this.#theirs) this.stream.off("data", listener);
  }

  proceed(): void {
    if (this.#reader && !this.#reader.pump()) return;
    this.#isStopped = false;
    for (let chunk = this.#waiting.shift(); chunk; chunk = this.#waiting.shift()) {
      this.#take(chunk);
      if (this.#isStopped) return;
    }
    this.stream.resume();
  }

  passOn(message: Uint8Array): void {
    const copy = Buffer.from(message);
    if (this.#reader === null) this.stream.emit("data", copy);
    else for (const listener of this.#theirs) listener(copy);
  }

  restore(): void {
    this.#reader = null;
    for (const listener of this.#theirs) this.stream.on("data", listener);
    this.stream.off("data", this.#take);
    this.#theirs = [];
  }

  traffic(): number {
    const { bytesRead = this.#taken, bytesWritten = 0 } = this.stream as Partial<Socket>;
    return bytesRead + bytesWritten;
  }

  readonly #take = (chunk: Uint8Array): void => {
    this.#taken += chunk.length;
    let rest = chunk;
    while (rest.length > 0) {
      const reader = this.#reader;
      if (reader === null) return this.passOn(rest);
      if (this.#isStopped) {
        this.#waiting.push(rest);
        return;
      }
      const piece = rest.subarray(0, reader.feedBytes);
      rest = rest.subarray(piece.length);
      if (!reader.feed(piece)) {
        this.#isStopped = true;
        if (rest.length > 0) this.#waiting.unshift(rest);
        this.stream.pause();
        return;
      }
    }
  };
}
