// Concepts of customer contact: accounts, leads, tickets, messages, campaigns, web and product use, content.
import { concepts } from "./table.ts";

export const people = concepts(`
user | person | user, app user, end user, profile, user profile, user account, riyosha | ユーザー, ユーザ, 利用者, 会員情報, プロフィール | product content gaming web marketing security
member | person | member, subscriber, follower, kaiin | 会員, メンバー, 購読者, 加入者 | loyalty marketing product telecom content events
account | entity | account, company, organization, organisation, business, company profile, corporate, kaisha, workspace, tenant account, team, org | アカウント, 企業, 会社, 組織, 法人, 取引先, 取引先企業 | crm support billing product marketing
contact | person | contact, contact person, individual, person, party, lead contact, business partner | コンタクト, 連絡先, 担当者情報 | crm support marketing
lead | person | lead, prospect, inquiry lead, signup, sign up, registration, enquiry, trial, application, waitlist | リード, 見込み客, 見込客, 申込, 申し込み, 登録, 新規登録, サインアップ, 応募 | crm marketing product events
deal | transaction | deal, opportunity, deal stage, opportunity line, opportunity stage, sales opportunity, deal product, anken, shodan | 商談, 案件, 商談フェーズ, 引合 | crm sales
pipeline | dimension | pipeline, pipeline stage, stage, sales stage, lead status, lead source, deal pipeline | パイプライン, フェーズ, ステージ | crm
activity | event | activity, engagement, call, meeting, crm activity, sales activity, note, task activity, touchpoint, appointment log, interaction, call record | 活動, 面談, 商談記録, 訪問記録, 架電, 電話, 接触, 活動履歴 | crm support
owner | person | owner, crm owner, account owner, sales user | 所有者, 営業担当者 | crm
ticket | transaction | ticket, case, support case, issue ticket, support ticket, service request, incident ticket, request, inquiry, complaint, toiawase, problem report, conversation ticket | チケット, 問い合わせ, 問合せ, 問合, ケース, 依頼, クレーム, 苦情, インシデント | support
ticket_field | dimension | ticket field, ticket form, ticket type, ticket status, ticket priority, ticket metric, ticket metric event, sla, sla policy, sla event, business hour, schedule sla, priority, escalation | 対応区分, 優先度, 対応状況, SLA, エスカレーション | support
message | event | message, comment, reply, ticket comment, conversation, chat, chat message, thread, email message, chat transcript, transcript, discussion | メッセージ, コメント, 返信, 会話, チャット, やり取り, 対応履歴 | support
agent | person | agent, support agent, operator, assignee, support group, agent group, group, queue agent, skill, macro, trigger rule, support team | エージェント, オペレーター, 対応者, 対応グループ | support
satisfaction | record | satisfaction, satisfaction rating, csat, csat response, nps, nps response, survey, survey response, survey answer, survey question, questionnaire, feedback, anketo | 満足度, アンケート, アンケート回答, 評価アンケート, NPS, フィードバック | support marketing product
knowledge | record | knowledge article, kb article, help article, help center article, faq, canned response | FAQ, よくある質問, ヘルプ記事, ナレッジ | support content
campaign | entity | campaign, ad campaign, marketing campaign, email campaign, promotion, ad, ad group, adset, ad set, advertisement, creative, keyword, ad spend, ad account, ad insight, sem keyword, kokoku | キャンペーン, 広告, 広告グループ, 広告費, 販促, クリエイティブ, キーワード | marketing
email_send | event | email send, email event, email open, email click, newsletter, mailing, mailing list, email list, email delivery, push notification sent, sms send, bounce, unsubscribe, message delivery, broadcast, journey, automation, list member | メール配信, 配信, 開封, メルマガ, 配信停止, プッシュ配信 | marketing
form | record | form, form submission, landing page, submission, lead form, web form, utm, attribution, utm parameter, touch, ad click, conversion, conversion event, impression, click, ad impression | フォーム, 申込フォーム, フォーム送信, コンバージョン, 流入元, クリック, インプレッション, 表示回数 | marketing web
session | event | session, user session, web session, visit session, visitor, web visit, app session, visit | セッション, 訪問, 来訪, アクセス | product web
page_view | event | page view, pageview, screen view, hit, page hit, page visit, search query, site search, search, referrer, heatmap, clickstream, click event | ページビュー, 閲覧, 画面表示, 検索, 検索履歴, 閲覧履歴 | web product content marketing
product_event | event | user event, track event, analytics event, app event, behavior event, behaviour event, user action, user activity, feature usage, login event, event stream, interaction event, engagement event | 行動イベント, 操作イベント, 利用イベント, 行動ログ, 機能利用 | product web
feature | dimension | feature, feature adoption, experiment, ab test, experiment variant, experiment assignment, cohort, milestone reached, onboarding step, onboarding, badge | 機能, 実験, ABテスト, コホート, オンボーディング | product
device_app | dimension | app version, app release, app install, install, uninstall, user device, browser, platform version | アプリ, インストール, アプリバージョン | product gaming
post | entity | post, article, blog, blog post, story, page, content, content item, entry, news, document page, column article, kiji | 記事, 投稿, ブログ, コンテンツ, ニュース | content
author | person | author, writer, editor, contributor, creator, influencer, artist | 著者, 執筆者, ライター, 作者, クリエイター, アーティスト | content
tag | dimension | tag, genre, topic, label, taxonomy, post tag, post category, hashtag | タグ, ラベル, トピック | content support
media | entity | video, episode, podcast, movie, series, season, track, song, album, playlist, show, channel video, live stream, clip, photo, douga | 動画, 番組, 楽曲, アルバム, 映像, 写真, エピソード, 配信番組 | content
playback | event | playback, view, play, watch, watch event, view event, stream event, listen, reaction, like, favorite, favourite, bookmark, share, follow, vote, download | 再生, 視聴, いいね, ブックマーク, シェア, 投票, ダウンロード | content product
`);
