// A socket connected to its place: within the time allowed, ended by a signal, and kept alive afterwards.
import type { Socket } from "node:net";
import type { Place } from "./place.ts";

export const connectTimeoutMs = 15_000;
const keepAliveMs = 30_000;

/** Connects `socket`; errors are Node's own, to be explained by the caller. */
export async function connectSocket(
  socket: Socket,
  place: Place,
  signal?: AbortSignal,
): Promise<Socket> {
  await new Promise<void>((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      socket.removeListener("error", fail);
      settle();
    };
    const fail = (error: Error): void => {
      socket.destroy();
      end(() => reject(error));
    };
    const stop = (): void =>
      fail(
        signal?.reason instanceof Error ? signal.reason : new DOMException("Aborted", "AbortError"),
      );
    const timer = setTimeout(
      () => fail(Object.assign(new Error("connect timeout"), { code: "ETIMEDOUT" })),
      connectTimeoutMs,
    );
    signal?.addEventListener("abort", stop, { once: true });
    socket.once("error", fail);
    socket.once("connect", () => end(resolve));
    socket.connect({ ...place });
  });
  socket.setNoDelay(true);
  socket.setKeepAlive(true, keepAliveMs);
  return socket;
}
