import { sentUrl } from './sent-url.ts';
import type { ListedSummary } from '../webhook/listed.ts';
import { severityNames, type Severity } from '../webhook/webhook.ts';

/** What coverage looks at in a webhook; every row of a list has it. */
export type CoveredWebhook = Pick<
  ListedSummary,
  'id' | 'name' | 'url' | 'enabled' | 'severities' | 'payloadType'
>;

/** Something that no enabled webhook receives. */
export type Gap =
  { readonly kind: 'all-alerts' } | { readonly kind: 'severity'; readonly severity: Severity };

/** Enabled webhooks that send to the same URL. */
export interface EqualTarget<Row extends CoveredWebhook = CoveredWebhook> {
  /** As the first of them has it. It can hold a secret. */
  readonly url: string;
  /** Two or more, in the order of the list. */
  readonly webhooks: readonly Row[];
  /** Severities that two or more of them receive: such an alert arrives more than once. */
  readonly severitiesTwice: readonly Severity[];
  /** Whether two or more of them receive job events. */
  readonly jobsTwice: boolean;
}

/** Which enabled webhooks of an installation receive what. */
export interface Coverage<Row extends CoveredWebhook = CoveredWebhook> {
  readonly bySeverity: Readonly<Record<Severity, readonly Row[]>>;
  readonly jobs: readonly Row[];
  /** One gap for all alerts, or one for each severity, from low to cleared. Jobs leave none. */
  readonly gaps: readonly Gap[];
  /** Those first where something arrives more than once; else in the order of the list. */
  readonly equalTargets: readonly EqualTarget<Row>[];
}

/** Who receives what, what nobody receives, and what arrives more than once. */
export function coverage<Row extends CoveredWebhook>(webhooks: readonly Row[]): Coverage<Row> {
  const enabled = webhooks.filter((webhook) => webhook.enabled);
  const forAlerts = enabled.filter(({ payloadType }) => payloadType !== 'JOB');
  const of = (severity: Severity): Row[] =>
    forAlerts.filter(({ severities }) => severities[severity]);
  const bySeverity = {
    low: of('low'),
    medium: of('medium'),
    high: of('high'),
    cleared: of('cleared'),
  };
  return {
    bySeverity,
    jobs: enabled.filter(({ payloadType }) => payloadType === 'JOB'),
    gaps: gapsIn(bySeverity),
    equalTargets: equalTargetsAmong(enabled),
  };
}

function gapsIn(bySeverity: Coverage['bySeverity']): Gap[] {
  const missing = severityNames.filter((severity) => bySeverity[severity].length === 0);
  if (missing.length === severityNames.length) return [{ kind: 'all-alerts' }];
  return missing.map((severity) => ({ kind: 'severity', severity }));
}

function equalTargetsAmong<Row extends CoveredWebhook>(
  enabled: readonly Row[],
): EqualTarget<Row>[] {
  const groups = new Map<string, Row[]>();
  for (const webhook of enabled) {
    const target = targetOf(webhook.url);
    const group = groups.get(target);
    if (group === undefined) groups.set(target, [webhook]);
    else group.push(webhook);
  }
  const found: EqualTarget<Row>[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length < 2) continue;
    found.push({
      url: first.url,
      webhooks: group,
      severitiesTwice: severityNames.filter((severity) =>
        atLeastTwo(group, (row) => row.payloadType !== 'JOB' && row.severities[severity]),
      ),
      jobsTwice: atLeastTwo(group, ({ payloadType }) => payloadType === 'JOB'),
    });
  }
  return [...found.filter(arrivesTwice), ...found.filter((target) => !arrivesTwice(target))];
}

/** Whether something arrives more than once at a target. */
export const arrivesTwice = ({ severitiesTwice, jobsTwice }: EqualTarget): boolean =>
  severitiesTwice.length > 0 || jobsTwice;

const atLeastTwo = <Row>(rows: readonly Row[], holds: (row: Row) => boolean): boolean =>
  rows.filter(holds).length > 1;

/**
 * What two URLs have alike that lead to the same place: their normal form without the fragment,
 * which is not sent. Scheme and host count without case, the usual port and dot segments not at all,
 * and `http://host` is `http://host/`. All else has to be equal: a path with a slash at its end is
 * another one, and so is a query in another order. What is no URL has to be equal as text, spaces
 * around it apart. Source: WHATWG URL.
 */
export function targetOf(url: string): string {
  if (isNormal.test(url)) return url;
  return URL.canParse(url) ? sentUrl(url) : url.trim();
}

/** URLs whose normal form is sure to be the same: most of them, and so a long list takes a few ms. */
const isNormal =
  /^https?:\/\/(?!.*xn--)(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*(?::(?!(?:80|443)\/)[1-9]\d{0,3})?(?:\/(?!\.)[\w~.-]*)+(?:\?[\w~.=&+:@/-]*)?$/;

/** A gap as a sentence for people. */
export const gapInWords = (gap: Gap): string =>
  gap.kind === 'all-alerts'
    ? 'No enabled webhook receives alerts.'
    : `No enabled webhook receives ${gap.severity.toUpperCase()}.`;
