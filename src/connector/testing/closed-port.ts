// A port that nobody listens on. Not a low number: `fetch` refuses some of them before it tries, with an error of its own.
import { createServer, type AddressInfo } from "node:net";

/** Taken from the system and given back, so that it is free for a good while. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
