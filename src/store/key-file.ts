// Where the key for secrets at rest comes from: a text that the app was given (REVOS_KEY), or a file in the user's own
// config folder that is made on first need. Never a file that others can read, never one inside the project. interface.md §1.
import { randomBytes, scryptSync } from "node:crypto";
import {
  constants,
  copyFile,
  link,
  mkdir,
  open,
  realpath,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { RevosError } from "../kernel/error.ts";

/**
 * 32 bytes from a text: 64 hex digits or base64 of 32 bytes as they are (`openssl rand -base64 32`); any other text is a
 * passphrase and is stretched (scrypt, about 50 ms). `weak` says that it is too short to be a good one.
 */
export function parseKeyText(text: string): { readonly key: Uint8Array; readonly weak: boolean } {
  const trimmed = text.trim();
  if (trimmed === "")
    throw new RevosError("store.key_missing", "REVOS_KEY is empty.", {
      advice: "Set REVOS_KEY, for example to what `openssl rand -base64 32` prints.",
    });
  if (/^[0-9a-f]{64}$/i.test(trimmed))
    return { key: new Uint8Array(Buffer.from(trimmed, "hex")), weak: false };
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed))
    return { key: new Uint8Array(Buffer.from(trimmed, "base64")), weak: false };
  return {
    key: new Uint8Array(scryptSync(trimmed, "revos passphrase v1", 32, { N: 16_384, r: 8, p: 1 })),
    weak: trimmed.length < 12,
  };
}

/**
 * The key in this file, which is made (mode 0600, folder 0700) when it is not there; two processes that start together
 * get the same one. `store.key_unsafe` when others could read it, or when it stands inside the project.
 */
export async function openKeyFile(path: string, projectDir: string): Promise<Uint8Array> {
  await refuseInside(path, projectDir);
  try {
    return await readKeyFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw toKeyError(error, path);
  }
  try {
    await makeKeyFile(path);
    return await readKeyFile(path);
  } catch (error) {
    throw toKeyError(error, path);
  }
}

async function readKeyFile(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { mode, uid } = await file.stat();
    const others = process.platform !== "win32" && (mode & 0o077) !== 0;
    if (others) {
      throw new RevosError(
        "store.key_unsafe",
        `The key file ${path} can be read by others (mode 0${(mode & 0o777).toString(8)}).`,
        {
          advice: `chmod 600 ${path}`,
          where: { file: path },
        },
      );
    }
    const me = process.getuid?.();
    if (me !== undefined && uid !== me && uid !== 0 && me !== 0) {
      throw new RevosError("store.key_unsafe", `The key file ${path} belongs to another user.`, {
        where: { file: path },
      });
    }
    const text = (await file.readFile("utf8")).trim();
    if (text === "")
      throw new RevosError("store.key_missing", `The key file ${path} is empty.`, {
        advice: "Restore the file from a backup.",
        where: { file: path },
      });
    return parseKeyText(text).key;
  } finally {
    await file.close();
  }
}

/** Written aside and linked: the file appears whole or not at all, and who comes second finds the first one's. */
async function makeKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(aside, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  try {
    await link(aside, path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "EEXIST") return;
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(code)) throw error;
    // A disk without links: whoever makes the file first wins, and a second one finds it there.
    await copyFile(aside, path, constants.COPYFILE_EXCL).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== "EEXIST") throw failure;
    });
  } finally {
    await unlink(aside);
  }
}

async function refuseInside(path: string, projectDir: string): Promise<void> {
  const project = await realpath(projectDir).catch(() => resolve(projectDir));
  const folder = await realpathOfNearest(dirname(resolve(path)));
  if (folder === project || folder.startsWith(project.endsWith(sep) ? project : project + sep)) {
    throw new RevosError(
      "store.key_unsafe",
      `The key file ${path} would stand inside the project folder, beside what it protects.`,
      {
        advice: "Set REVOS_KEY, or keep the config folder outside the project (XDG_CONFIG_HOME).",
        where: { file: path },
      },
    );
  }
}

/** The real path of the nearest folder that is there: links must not lead into the project. */
async function realpathOfNearest(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const parent = dirname(folder);
    return parent === folder
      ? folder
      : resolve(await realpathOfNearest(parent), folder.slice(parent.length).replace(/^[/\\]/, ""));
  }
}

function toKeyError(error: unknown, path: string): unknown {
  if (error instanceof RevosError) return error;
  return new RevosError("store.key_missing", `Could not read or make the key file ${path}.`, {
    cause: error,
    advice: "Check the rights of the folder, or set REVOS_KEY.",
    where: { file: path },
  });
}
