// A TCP proxy that misbehaves on command, so that every network source meets the same four faults: refuse, cut, stall, and
// a connection that is accepted and never answered (half-open).
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from "node:net";
import { once } from "node:events";

export type FaultMode = "pass" | "refuse" | "stall" | "half_open";

export type FaultProxy = AsyncDisposable & {
  readonly host: string;
  readonly port: number;
  /** For connections from now on; `stall` also holds those that are open. */
  setMode(mode: FaultMode): Promise<void>;
  /** Resets every open connection once `bytes` more have come from the server. 0: now. */
  cutAfter(bytes: number): void;
  /** Resets every open connection instead of handing on what holds these bytes of the server: it has acted, and is not heard. */
  cutOn(answer: string): void;
  readonly openConnections: number;
};

export async function openFaultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket | null]>();
  let mode: FaultMode = "pass";
  let left = Number.POSITIVE_INFINITY;
  let unheard: string | null = null;
  let server: Server;
  const cut = (): void => {
    unheard = null;
    left = Number.POSITIVE_INFINITY;
    for (const [inner, outer] of pairs) {
      inner.resetAndDestroy();
      outer?.destroy();
    }
  };
  const accept = (inner: Socket): void => {
    const outer = mode === "half_open" ? null : connect(target);
    const pair = [inner, outer] as const;
    pairs.add(pair);
    const close = (): void => {
      pairs.delete(pair);
      inner.destroy();
      outer?.destroy();
    };
    inner.on("error", close).on("close", close);
    if (!outer) return;
    outer.on("error", close).on("close", close);
    inner.on("data", (chunk) => void (mode !== "stall" && outer.write(chunk)));
    outer.on("data", (chunk: Buffer) => {
      if (mode === "stall") return;
      if (chunk.length >= left || (unheard !== null && chunk.includes(unheard))) return cut();
      left -= chunk.length;
      if (!inner.write(chunk)) {
        outer.pause();
        inner.once("drain", () => outer.resume());
      }
    });
  };
  const listen = async (port: number): Promise<Server> => {
    const made = createServer(accept).listen(port, "127.0.0.1");
    await once(made, "listening");
    return made;
  };
  server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    host: "127.0.0.1",
    port,
    get openConnections() {
      return pairs.size;
    },
    async setMode(next) {
      if (mode !== "refuse" && next === "refuse") {
        cut();
        await new Promise((resolve) => server.close(resolve));
      }
      if (mode === "refuse" && next !== "refuse") server = await listen(port);
      mode = next;
    },
    cutAfter(bytes) {
      if (bytes === 0) cut();
      else left = bytes;
    },
    cutOn(answer) {
      unheard = answer;
    },
    async [Symbol.asyncDispose]() {
      cut();
      if (mode !== "refuse") await new Promise((resolve) => server.close(resolve));
    },
  };
}
