// Who reads data: people, teams and meetings, as patterns of their names. A reader is no place that data is moved to.

/** The last word of a reader's name, English. */
export const peopleEn = String.raw`(?:analysts?|scientists?|finance|marketing|sales|operations|ops|operators?|dispatch(?:ers?)?|managers?|planners?|controllers?|auditors?|accountants?|accounting|support|engineers?|researchers?|merchandisers?|executives?|board|procurement|treasury|underwriters?|underwriting|nurses?|doctors?|clinicians?|traders?|buyers?|technicians?|agents?|leads?|staff|crews?|desk|department|office|teams?|folks|regulators?|stewards?|CFO|CEO|COO|BI|HR|QA)`;

/** What is done with the data, said as its purpose: `for bed planning`. */
export const purposeEn = String.raw`(?:planning|reporting|forecasting|scheduling|routing|pricing|billing|underwriting|indexer|recommender|dashboards?|reports?|scorecards?|search|fraud detection|analytics|review|audits?)`;

export const peopleJa = String.raw`(?:チーム|部門|部署|[^\s、。はがもので]部|課|室|担当者?|アナリスト|マネージャー?|会議|朝会|夕会|定例会?|ミーティング|経営層?|経営陣|経営企画|役員|社長|店長|現場|本部|監査人?|経理|財務|営業|マーケティング|マーケ|人事|物流|購買|調達|企画|管理職|看護師|医師|配車係|オペレーター|サイエンティスト|委員会|コールセンター)`;
