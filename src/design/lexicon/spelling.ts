// How words of this trade are mistyped. Product names that no other word resembles are known within one slip of the keys; words that
// everyday words stand close to (`every` and `very`) only in the forms listed.

/** Names that are read in spite of one slip: a letter too many, too few, another, or two exchanged. Lower case. */
export const slippable: readonly string[] = [
  "postgres",
  "postgresql",
  "mysql",
  "mongodb",
  "cassandra",
  "dynamodb",
  "snowflake",
  "bigquery",
  "redshift",
  "databricks",
  "clickhouse",
  "elasticsearch",
  "kafka",
  "kinesis",
  "debezium",
  "airflow",
  "dagster",
  "fivetran",
  "hightouch",
  "salesforce",
  "hubspot",
  "zendesk",
  "shopify",
  "netsuite",
];

const table = `
every | evry, evrey, eveyr, ervery
hourly | hourley, houlry, horuly, hourlly
daily | dayly, daliy, dialy
weekly | weekley, wekly, weeekly
monthly | montly, monthley
minutes | mintues, minuts, miniutes, minutess, mniutes
minute | mintue, miniute
seconds | secounds, secodns, seocnds, seconsd
second | secound
hours | huors, hourss
within | wihtin, withn, whithin
pipeline | pipline, pipelien, pipeine, pipelne, pieline
warehouse | warehosue, warehous, wharehouse, warehuose, wearhouse
streaming | streming, straming, streaiming
real-time | reltime, realtme, real-tiem
database | databse, databsae, datbase
orders | oders, ordres, ordesr
customers | custmers, cusotmers, costumers
invoices | invocies, invoces
`;

/** As mistyped → as meant. */
export const misspelt: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [right = "", wrong = ""] = row.split("|").map((cell) => cell.trim());
      return wrong.split(",").map((one) => [one.trim(), right] as const);
    }),
);
