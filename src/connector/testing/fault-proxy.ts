// A TCP proxy that misbehaves on command, so that every network client meets the same faults: refused, cut, stalled, half
// open, answered late, and done but not heard. A fault strikes at once, after so many bytes, or when a request says so.
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from "node:net";
import { once } from "node:events";

/** refuse also resets what is open; closed leaves it alone. */
export type FaultMode = "pass" | "refuse" | "closed" | "stall" | "half_open";

/**
 * refuse: every connection is reset and none accepted for a while. cut: the connection is reset, the request not handed on.
 * stall: nothing passes on this connection any more. half_open: its server is let go, the client is not told. late: the
 * answer comes after a while. apply_then_fail: the request is handed on, and the connection reset instead of the answer.
 */
export const faultKinds = [
  "refuse",
  "cut",
  "stall",
  "half_open",
  "late",
  "apply_then_fail",
] as const;
export type FaultKind = (typeof faultKinds)[number];

const refusedMs = 400;
const lateMs = 300;

export type FaultProxy = AsyncDisposable & {
  readonly host: string;
  readonly port: number;
  /** For connections from now on; `stall` also holds those that are open. */
  setMode(mode: FaultMode): Promise<void>;
  /** Strikes once, at the `nth` request (1: the next) that holds this text. */
  when(request: string, fault: FaultKind, nth?: number): void;
  /** Faults of `when` that have struck. */
  readonly struck: number;
  /** Nothing passes any more on connections that are open; later ones are served. */
  freeze(): void;
  /** The same for every open connection once `bytes` more have come from the server. */
  stallAfter(bytes: number): void;
  /** Resets every open connection once `bytes` more have come from the server. 0: now. */
  cutAfter(bytes: number): void;
  /** Resets every open connection instead of handing on what holds these bytes of the server: it has acted, and is not heard. */
  cutOn(answer: string): void;
  readonly openConnections: number;
};

type Pair = {
  readonly inner: Socket;
  readonly outer: Socket | null;
  isFrozen: boolean;
  /** The next answer is held back for a while, or is the end. */
  answer: "late" | "cut" | null;
};

type Armed = { readonly request: string; readonly fault: FaultKind; left: number };

const isShut = (mode: FaultMode): boolean => mode === "refuse" || mode === "closed";

export async function openFaultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let mode: FaultMode = "pass";
  let left = Number.POSITIVE_INFINITY;
  let atEnd: "cut" | "freeze" = "cut";
  let unheard: string | null = null;
  let armed: Armed | null = null;
  let struck = 0;
  let server: Server;
  const reset = (pair: Pair): void => {
    pair.inner.resetAndDestroy();
    pair.outer?.destroy();
  };
  const cut = (): void => {
    unheard = null;
    left = Number.POSITIVE_INFINITY;
    for (const pair of pairs) reset(pair);
  };
  const freeze = (): void => {
    left = Number.POSITIVE_INFINITY;
    for (const pair of pairs) pair.isFrozen = true;
  };
  /** True: the request goes on its way. */
  const strike = (pair: Pair, fault: FaultKind): boolean => {
    struck++;
    switch (fault) {
      case "refuse":
        void proxy.setMode("refuse").then(() => {
          setTimeout(() => void proxy.setMode("pass"), refusedMs).unref();
        });
        return false;
      case "cut":
        reset(pair);
        return false;
      case "stall":
        pair.isFrozen = true;
        return false;
      case "half_open":
        pair.isFrozen = true;
        pair.outer?.destroy();
        return false;
      case "late":
        pair.answer = "late";
        return true;
      case "apply_then_fail":
        pair.answer = "cut";
        return true;
    }
  };
  const request = (pair: Pair, chunk: Buffer): void => {
    if (mode === "stall" || pair.isFrozen) return;
    if (armed !== null && chunk.includes(armed.request) && --armed.left === 0) {
      const { fault } = armed;
      armed = null;
      if (!strike(pair, fault)) return;
    }
    pair.outer?.write(chunk);
  };
  const answer = (pair: Pair, outer: Socket, chunk: Buffer): void => {
    if (mode === "stall" || pair.isFrozen) return;
    if (pair.answer === "cut") return reset(pair);
    if (chunk.length >= left) {
      if (atEnd === "cut") cut();
      else freeze();
      return;
    }
    if (unheard !== null && chunk.includes(unheard)) return cut();
    left -= chunk.length;
    if (pair.answer === "late") {
      pair.answer = null;
      outer.pause();
      setTimeout(() => {
        pair.inner.write(chunk);
        outer.resume();
      }, lateMs).unref();
    } else if (!pair.inner.write(chunk)) {
      outer.pause();
      pair.inner.once("drain", () => outer.resume());
    }
  };
  const accept = (inner: Socket): void => {
    const outer = mode === "half_open" ? null : connect(target);
    const pair: Pair = { inner, outer, isFrozen: false, answer: null };
    pairs.add(pair);
    const close = (): void => {
      pairs.delete(pair);
      inner.destroy();
      outer?.destroy();
    };
    inner.on("error", close).on("close", close);
    if (!outer) return;
    outer.on("error", () => {});
    // A half open connection stays as it is for the client.
    outer.on("close", () => void (pair.isFrozen || close()));
    inner.on("data", (chunk: Buffer) => request(pair, chunk));
    outer.on("data", (chunk: Buffer) => answer(pair, outer, chunk));
  };
  const listen = async (port: number): Promise<Server> => {
    const made = createServer(accept).listen(port, "127.0.0.1");
    await once(made, "listening");
    return made;
  };
  server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const proxy: FaultProxy = {
    host: "127.0.0.1",
    port,
    get openConnections() {
      return pairs.size;
    },
    get struck() {
      return struck;
    },
    async setMode(next) {
      const before = mode;
      mode = next;
      if (next === "refuse") cut();
      if (!isShut(before) && isShut(next)) {
        const closed = new Promise((resolve) => server.close(resolve));
        // It is closed to new ones at once; the promise waits for those that are open.
        if (next === "refuse") await closed;
      }
      if (isShut(before) && !isShut(next)) server = await listen(port);
    },
    when(text, fault, nth = 1) {
      armed = { request: text, fault, left: nth };
    },
    freeze,
    stallAfter(bytes) {
      atEnd = "freeze";
      left = bytes;
    },
    cutAfter(bytes) {
      atEnd = "cut";
      if (bytes === 0) cut();
      else left = bytes;
    },
    cutOn(bytes) {
      unheard = bytes;
    },
    async [Symbol.asyncDispose]() {
      cut();
      if (!isShut(mode)) await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
