// Concepts of the machinery itself: queues, caches, settings, sessions of a login, tokens. No analysis of the business
// needs them unless the goal says so, and words that make a name doubtful although no pattern of the seed matches.
import { concepts } from "./table.ts";

export const technical = concepts(`
job_queue | technical | job, job queue, queue, queue job, failed job, delayed job, background job, task queue, worker, job run, job batch, cron, cron job, scheduler, scheduled task, outbox, inbox message, dead letter, dlq, lock, mutex, lease lock, sidekiq, celery, celery taskmeta, celery beat schedule, hangfire, resque, good job, que job, retry, message queue, outbox event, event outbox, saga, advisory lock, batch job, shedlock, quartz, qrtz trigger, qrtz job detail, sync state, sync job, sync run, import job, export job, import batch, data import, data export, etl run, replication slot, heartbeat check | ジョブ, キュー, バッチ, バッチ処理, バッチ管理, ロック, 取込バッチ, 連携管理, ジョブ管理 | engineering
cache | technical | cache, cache entry, cached response, rate limit, throttle, session store, django session, nonce, idempotency key, search index, materialized cache, sequence, counter, hibernate sequence, id generator, saiban, number range | キャッシュ, 採番, 採番マスタ, 連番, 排他 | engineering
setting | technical | setting, config, configuration, parameter, preference, user preference, user setting, app setting, option setting, wp option, option value, constant, property file, feature flag, flag, feature toggle, environment, license key, app config, site setting, kubun, code master, system config | 設定, コンフィグ, パラメータ, 環境設定, 区分マスタ, コードマスタ, 名称マスタ, 利用設定 | engineering
auth_token | technical | token, access token, refresh token, api key, api token, oauth token, oauth client, oauth application, oauth access token, oauth access grant, personal access token, password reset, password reset token, password, credential, secret, otp, mfa, two factor, magic link, email verification, verification code, verification token, verification, recovery code, ssh key, encryption key, jwt, blacklisted token, csrf token, remember token, client secret, certificate key, sso, saml, identity provider, identity, user identity, external login, authentication, authenticator | トークン, APIキー, パスワード, 認証, 認証情報, 鍵, ワンタイムパスワード, パスワード再設定 | security
permission | technical | role, permission, role permission, user role, acl, access control, access right, privilege, auth group, auth permission, auth user group, policy rule, group permission, role user, permission role, membership role, admin, admin user, administrator, scope grant, kengen | 権限, ロール, 役割, アクセス権, 権限マスタ, 管理者 | security
login | technical | login, sign in, login attempt, failed login, login session, logon, device login, trusted device, ip block, ip blacklist, ip whitelist, security event, security alert, access event, access attempt, blocked ip, ban, user ban | ログイン, ログイン試行, サインイン, 不正ログイン | security
notification | technical | notification, notification setting, push token, device token, notification template, email template, sms template, template, alert setting, mail queue, email queue, mail template, message template, announcement, banner, webhook, webhook event, webhook delivery, webhook endpoint, webhook subscription, integration, integration config, third party app, connected app, plugin, extension, module setting, addon, app installation | 通知, 通知設定, テンプレート, メールテンプレート, お知らせ, 連携設定, バナー | engineering
attachment | technical | attachment, file, upload, blob, image, asset file, document file, active storage blob, active storage attachment, active storage variant record, media file, thumbnail, avatar image, picture, scan, pdf, binary, static file, document | 添付, 添付ファイル, ファイル, 画像, 文書, 帳票 | engineering
schema_tool | technical | migration, schema version, flyway, flyway schema history, alembic version, django migration, knex migration, knex migration lock, ar internal metadata, databasechangelog, databasechangeloglock, liquibase, prisma migration, django content type, django admin log, django site, content type, goose db version, schema info, typeorm metadata, sysdiagram, efmigration history, spatial ref sys, geometry column, geography column, dual, seed, fixture, lookup type, enum value, pgmigration, gorp migration, doctrine migration version | マイグレーション, スキーマ | engineering
translation | technical | translation, locale, language, i18n, localization, text resource, string resource, ui text, label text, menu layout, widget, dashboard, dashboard widget, saved filter, saved view, saved search, report definition, report schedule, report, query definition, theme, layout, page layout, navigation, nav item, view setting, timezone, time zone | 翻訳, 言語, 文言, 画面, メニュー設定, 帳票定義, レイアウト, 画面定義, ダッシュボード | engineering
audit_like | technical | audit trail, audit event, audit entry, activity feed, access record, change record, revision, version record, object version, version, change event, changelog, trace, span, request record, api request, api call, event store, domain event, error report, debug | 監査証跡, 監査ログ, 操作ログ, アクセスログ, 変更記録, 操作記録, アクセス記録, 版数 | security
`);

/** Words that make a name doubtful: near a pattern of seed 003 §フェーズ 4, or a copy of something. Such streams are kept and flagged. */
export const doubtfulWords: ReadonlySet<string> = new Set([
  "log", "logs", "history", "histories", "audit", "audits", "archive", "archives", "archived", "temp", "tmp", "temporary",
  "migration", "migrations", "metadata", "changelog", "changelogs", "backup", "backups", "bak", "bk", "bkp", "old", "copy",
  "deprecated", "legacy", "obsolete", "unused", "dump", "scratch", "sandbox", "misc", "junk", "snapshot", "snapshots", "logging",
]);
export const doubtfulJapanese: readonly string[] = ["履歴", "ログ", "バックアップ", "退避", "旧", "一時", "ワーク", "アーカイブ", "控え", "テスト", "作業用", "削除済"];

/** Words that say nothing about what a table holds; they are looked past when the rest says something. */
export const affixWords: ReadonlySet<string> = new Set([
  "tbl", "tb", "dim", "fact", "fct", "stg", "mst", "trn", "tran", "m", "t", "v", "vw", "view", "table", "data", "master", "info",
  "information", "raw", "src", "base", "all", "main", "core", "app", "public", "list", "record", "records", "header", "headers", "hdr",
  "daily", "monthly", "weekly", "hourly", "yearly", "current", "latest", "my", "new", "ref", "xref", "map", "mapping", "link", "rel", "detail", "details",
  "dtl", "summary", "total", "totals", "fy", "erp", "crm", "shop", "web", "online", "wc", "wp", "shopify", "magento", "odoo", "sap", "legacy",
]);
export const affixJapanese: readonly string[] = ["マスタ", "マスター", "テーブル", "データ", "情報", "ヘッダ", "ヘッダー", "一覧", "トラン", "ファイル", "管理", "台帳", "T_", "M_"];

/** Heads that belong to whatever stands before them: `order_events` is about orders. */
export const dependentWords: ReadonlySet<string> = new Set([
  "event", "events", "status", "state", "type", "types", "item", "items", "line", "lines", "note", "notes", "tag", "tags", "attribute",
  "attributes", "adjustment", "adjustments", "address", "addresses", "relation", "relations", "association", "associations", "property",
  "properties", "metafield", "metafields", "option", "options", "value", "values", "metric", "metrics", "kind", "reason", "reasons", "field", "fields",
  "stat", "stats", "statistic", "statistics", "aggregate", "count", "counts", "activity", "comment", "comments", "group", "groups", "category",
  "categories", "code", "codes", "detail", "details", "rate", "rates", "rule", "rules", "batch", "transition", "transitions", "assignment", "assignments",
  "label", "labels",
]);
