// verify: is the warehouse what the source says? And a repair of exactly what is not.
import { command } from "../command.ts";

export const verifyCommands = [
  command("verify", {
    args: [{ name: "name", required: true, completes: "connection" }],
    flags: [
      {
        name: "stream",
        value: "name",
        many: true,
        completes: "stream",
        help: ["only this stream (repeatable)", "このストリームだけ (複数可)"],
      },
      {
        name: "repair",
        help: [
          "bring the differing rows in line, then compare again",
          "異なる行だけを揃え、もう一度比較する",
        ],
      },
      {
        name: "settle",
        value: "duration",
        help: [
          "look again at what differs after this long (default 2s)",
          "異なる行をこの時間の後に見直す (既定 2s)",
        ],
      },
      {
        name: "samples",
        value: "n",
        help: ["differing rows to name per stream (default 20)", "示す相違行の数 (既定 20)"],
      },
      {
        name: "reveal",
        help: [
          "show their keys instead of digests (recorded)",
          "ダイジェストではなくキーを表示 (記録される)",
        ],
      },
    ],
    summary: [
      "compare source and warehouse, row by row; exit 10 when they differ",
      "ソースとウェアハウスを行単位で比較 (相違があれば終了コード 10)",
    ],
    examples: [
      "verify postgres-prod-revenue",
      "verify postgres-prod-revenue --stream public.orders --repair",
    ],
    timeoutMs: null,
    stopsGently: true,
    load: async () => (await import("../run/verify.ts")).verify,
  }),
];
