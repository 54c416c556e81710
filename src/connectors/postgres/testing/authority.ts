// A certificate authority of a test's own, made with openssl: a root, and a server certificate for one host name.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export type Authority = {
  readonly root: string;
  readonly certificate: string;
  readonly key: string;
};

export async function makeAuthority(names: string): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), "revos-authority-"));
  const at = (name: string): string => join(folder, name);
  try {
    const openssl = (...args: string[]): Promise<unknown> => run("openssl", args, { cwd: folder });
    await openssl(
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=revos test root",
      "-keyout",
      "root.key",
      "-out",
      "root.pem",
    );
    await openssl(
      "req",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-subj",
      "/CN=server",
      "-keyout",
      "server.key",
      "-out",
      "server.csr",
    );
    await writeFile(at("names"), `subjectAltName=${names}\n`);
    await openssl(
      "x509",
      "-req",
      "-in",
      "server.csr",
      "-CA",
      "root.pem",
      "-CAkey",
      "root.key",
      "-CAcreateserial",
      "-days",
      "2",
      "-extfile",
      "names",
      "-out",
      "server.pem",
    );
    const [root, certificate, key] = await Promise.all(
      ["root.pem", "server.pem", "server.key"].map((name) => readFile(at(name), "utf8")),
    );
    return { root: root ?? "", certificate: certificate ?? "", key: key ?? "" };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
