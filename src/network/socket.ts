// One socket to a place: within the time allowed, ended by a signal, and kept alive afterwards.
import type { Socket } from "node:net";
import { inTime } from "./in-time.ts";
import type { Place } from "./place.ts";

/** A server that is gone without a word is noticed by the system in the end; a run asks long before. */
const keepAliveMs = 30_000;

/** Connects `socket`; errors are Node's own, to be explained by the caller. */
export async function connectSocket(
  socket: Socket,
  place: Place,
  signal?: AbortSignal,
): Promise<Socket> {
  await inTime(
    "connect",
    signal,
    () => socket.destroy(),
    () =>
      new Promise<void>((resolve, reject) => {
        const fail = (error: Error): void => {
          socket.destroy();
          reject(error);
        };
        socket.once("error", fail);
        socket.once("connect", () => {
          socket.removeListener("error", fail);
          resolve();
        });
        socket.connect({ ...place });
      }),
  );
  socket.setNoDelay(true);
  socket.setKeepAlive(true, keepAliveMs);
  return socket;
}
