// Refuses secrets on the command line: argv is visible in `ps` and in shell history. interface.md §2.
import { RevosError } from "../kernel/error.ts";

const secretFlag =
  /^--?(?:[a-z0-9-]+-)?(?:password|passwd|pwd|secret|token|api-?key|access-?key|private-?key|passphrase|client-secret|secret-key)(?:=|$)/i;
const harmless = /^--(?:token-stdin)$/;
const reference = /^\$\{env\.[A-Za-z_][A-Za-z0-9_]*\}$/;
const uriPassword = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*(?:\/[^@?#]*)?)@/i;
const secretParameter =
  /(?:^|[?&;\s])(?:password|passwd|pwd|sslpassword|secret|token|api_?key|secret_?access_?key)=('[^']*'|[^&;\s]+)/i;

/** Throws `usage.secret_in_argv`; the message never repeats what was typed. `freeText` words (SQL) are not searched. */
export function refuseSecrets(argv: readonly string[], freeText: boolean): void {
  argv.forEach((token, i) => {
    if (secretFlag.test(token) && !harmless.test(token)) {
      refuse(
        `${token.split("=")[0]} would put a secret on the command line`,
        token.split("=")[0] ?? "",
      );
    }
    const previous = argv[i - 1] ?? "";
    const isValue = previous.startsWith("--") || token.startsWith("--");
    if (freeText && !isValue) return;
    const value =
      token.startsWith("--") && token.includes("=") ? token.slice(token.indexOf("=") + 1) : token;
    const flag = token.startsWith("--")
      ? (token.split("=")[0] ?? "")
      : previous.startsWith("--")
        ? previous
        : "";
    if (
      flag === "--config" &&
      /^\s*[{[]|\n|^[A-Za-z_]+\s*[:=]/.test(value) &&
      !/^[A-Za-z]:[\\/]/.test(value)
    ) {
      refuse("--config was given the config itself, not a file", "--config");
    }
    if (hasUriSecret(value))
      refuse("A URI on the command line holds a password", flag || "the URI");
  });
}

export function hasUriSecret(text: string): boolean {
  const authority = uriPassword.exec(text)?.[1];
  if (authority !== undefined) {
    const colon = authority.indexOf(":");
    const password = colon < 0 ? "" : authority.slice(colon + 1);
    const isPort = /^\d+\//.test(password); // `host:8080/a@b` holds no user at all
    if (password !== "" && !isPort && !reference.test(password)) return true;
  }
  if (!/^[a-z][a-z0-9+.-]*:|^[a-z_]+=/i.test(text)) return false;
  const parameter = secretParameter.exec(text)?.[1];
  return parameter !== undefined && !reference.test(parameter.replaceAll("'", ""));
}

function refuse(what: string, place: string): never {
  throw new RevosError(
    "usage.secret_in_argv",
    `${what}; it can be seen in ps and in the shell's history. Nothing was done.`,
    {
      data: { place },
      advice:
        place === "--config"
          ? "write the config to a file of mode 0600 and say --config <file>, or pipe it: --config -"
          : "write ${env.NAME} in its place and set that variable, or use PGPASSWORD, MYSQL_PWD or --config -",
    },
  );
}
