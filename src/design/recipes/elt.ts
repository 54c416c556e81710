// elt: warehouse first, medallion layers and dbt names. First lines; the depth of the recipe comes here.
import { bi, line, type RuleSet } from "../rule.ts";
import { datasetName } from "../layout.ts";
import { sinkName } from "../words.ts";

export const eltRecipe: RuleSet = {
  name: "elt",
  rank: 2,
  rules: [
    {
      id: "ELT-01",
      stage: "say",
      seed: "000 §サブコマンドの振り分け (elt)",
      title: bi("Bronze, Silver, Gold", "Bronze・Silver・Gold"),
      when: bi("the recipe is elt", "レシピが elt のとき"),
      effect: bi("medallion layers with what each holds", "各層の役割を示す"),
      holds: (c) => c.isDesign && c.decided.recipe === "elt",
      says: (c) => [
        line(
          "layers",
          `Bronze: ${datasetName(c).en} raw as read, append only. Silver: cleaned, typed, deduplicated by key. Gold: business-ready marts; only Gold is read by people.`,
          `Bronze: 読み取ったままの生の ${datasetName(c).ja}(追記のみ)。Silver: 型を揃え、キーで重複排除したクリーンなデータ。Gold: 業務で使えるマート。利用者に公開するのは Gold だけです。`,
        ),
        line(
          "layers",
          `Raw rows stay in Bronze of ${sinkName(c.sink("warehouse")).en}.`,
          `生の行は ${sinkName(c.sink("warehouse")).ja} の Bronze に残します。`,
        ),
      ],
    },
    {
      id: "ELT-02",
      stage: "say",
      seed: "000 §サブコマンドの振り分け (elt)",
      title: bi("dbt names", "dbt の命名規則"),
      when: bi("the recipe is elt or dbt", "レシピが elt または dbt のとき"),
      effect: bi("stg_, int_, dim_ and fct_", "stg_、int_、dim_、fct_"),
      holds: (c) => c.isDesign && (c.decided.recipe === "elt" || c.decided.recipe === "dbt"),
      says: () => [
        line(
          "naming",
          "stg_<source>__<entity> one to one with a source table, int_<entity>_<verb> for steps between, dim_ and fct_ for marts.",
          "ソーステーブルと 1 対 1 の stg_<ソース>__<エンティティ>、中間処理の int_<エンティティ>_<動詞>、マートの dim_ と fct_ を用います。",
        ),
      ],
    },
  ],
};
