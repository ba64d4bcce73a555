import type { ConnectionView } from '#contract/index.ts';
import type { ListDensity } from '#contract/settings.ts';
import type { RemoteMarkKind } from '#domain/merge/remote-marks.ts';
import { mask } from '#domain/secrets/masking.ts';
import { defectInWords, type IdDefect, type ListedSummary } from '#domain/webhook/listed.ts';
import { type FieldName, fields } from '#domain/webhook/fields.ts';
import { counted } from '#domain/text/wording.ts';
import type { SharedTarget } from '#domain/delivery/coverage.ts';
import type { WebhookList } from './webhook-list.svelte.ts';

export const remoteMarkTone = { changed: 'changed', new: 'added', deleted: 'deleted' } as const;

export const remoteMarkLabels: Readonly<Record<RemoteMarkKind, string>> = {
  changed: 'Changed elsewhere',
  new: 'New elsewhere',
  deleted: 'Deleted elsewhere',
};

/** Such as `2 changed, 1 deleted`. */
export const countsInWords = (counts: Readonly<Record<RemoteMarkKind, number>>): string =>
  (['changed', 'new', 'deleted'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind].toLocaleString('en')} ${kind}`)
    .join(', ');

export const densityLabels: Readonly<Record<ListDensity, string>> = {
  comfortable: 'Comfortable rows',
  compact: 'Compact rows',
};

/** Why no row is shown. */
export function noneShownInWords({
  candidates,
  isPart,
  showsOnlyRemoteChanges,
}: Pick<WebhookList, 'candidates' | 'isPart' | 'showsOnlyRemoteChanges'>): string {
  if (isPart) return 'The rest of the list is arriving.';
  const among = counted(candidates.length, 'webhook');
  return `None of the ${among}${showsOnlyRemoteChanges ? ' changed elsewhere' : ''} matches the filter.`;
}

/** Why a read-only webhook has no use for a box. */
export const unselectableLabel = (defect: IdDefect): string =>
  `${defectInWords(defect)}: this webhook cannot be selected`;

/** What a newcomer does after adding an installation. */
export const firstStepOn = ({ readOnly }: Pick<ConnectionView, 'readOnly'>): string =>
  readOnly
    ? 'Next: open a webhook to see it. This installation is read-only.'
    : 'Next: open a webhook to edit it, or create one. Nothing is sent before you publish.';

/** Such as `3 selected, 1 of them not shown, 2 excluded: read-only`. */
export function selectionInWords({
  tickedIds,
  shown,
  tickable,
  ticks,
  check,
}: WebhookList): string {
  const shownIds = new Set(shown.map(({ id }) => id));
  const hidden = tickedIds.filter((id) => !shownIds.has(id)).length;
  // Only *select all* skips rows.
  const excluded = tickable.every((id) => ticks.has(id)) ? shown.length - tickable.length : 0;
  return [
    `${tickedIds.length.toLocaleString('en')} selected`,
    ...(hidden > 0 ? [`${hidden.toLocaleString('en')} of them not shown`] : []),
    ...check.changes,
    ...(excluded > 0 ? [`${excluded.toLocaleString('en')} excluded: read-only`] : []),
  ].join(', ');
}

/** Host and path, or `url` itself if it is invalid. */
export function shownTarget(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  // A path with a mask.
  const path = pathname.replaceAll(encodeURIComponent(mask), mask);
  return `${host}${path.replace(/\/+$/, '')}`;
}

const maxNamed = 3;

export function markOf(defect: IdDefect): string {
  if (defect.kind === 'missing') return 'No id';
  if (defect.kind === 'negative-zero') return 'Id -0';
  if (defect.kind === 'unreadable') return 'Wrong type';
  return defect.count === 2 ? `Id ${defect.id} twice` : `Id ${defect.id}, ${defect.count} times`;
}

export function reasonsInWords(webhooks: readonly { readonly idDefect: IdDefect }[]): string {
  const all = webhooks.map(({ idDefect }) => idDefect);
  const defects = all.filter(({ kind }) => kind !== 'unreadable');
  const unreadable = all.filter(({ kind }) => kind === 'unreadable').map(defectInWords);
  const without = defects.filter(({ kind }) => kind === 'missing').length;
  const words = new Set(defects.filter(({ kind }) => kind !== 'missing').map(defectInWords));
  const named = [...words].slice(0, maxNamed);
  const more = words.size - named.length;
  const reasons = [
    ...named,
    ...(more > 0 ? [`${counted(more, 'more id')} ${more === 1 ? 'is' : 'are'} not unique`] : []),
    ...(without > 0
      ? [`${counted(without, 'webhook')} ${without === 1 ? 'has' : 'have'} no id`]
      : []),
  ];
  const moreUnreadable = unreadable.length - maxNamed;
  return [
    ...(reasons.length > 0
      ? [`${reasons.join('. ')}. A change could reach the wrong webhook.`]
      : []),
    ...unreadable.slice(0, maxNamed).map((each) => `${each}.`),
    ...(moreUnreadable > 0
      ? [`${counted(moreUnreadable, 'more webhook')} with a wrong type.`]
      : []),
  ].join(' ');
}

/** What a read-only webhook still allows. */
export const allowedLabel = (defect: IdDefect): string =>
  defect.kind === 'unreadable' ? 'can only be read' : 'can only be read and exported';

/** Whether one of these fields was not read, so that its neutral value says nothing. */
export const isUnread = (defect: IdDefect | null, names: readonly FieldName[]): boolean =>
  defect?.kind === 'unreadable' &&
  defect.members.some(({ path }) =>
    names.some((name) => path.endsWith(`/${fields[name].wireName}`)),
  );

export function nameOf(webhook: ListedSummary): string {
  if (webhook.name !== '') return webhook.name;
  return webhook.id === null
    ? `(no name, ${defectInWords(webhook.idDefect).toLowerCase()})`
    : `(no name, id ${webhook.id})`;
}

export function duplicatesInWords({
  webhooks,
  duplicatedSeverities,
  duplicatesJobs,
}: SharedTarget): string {
  const events = [
    ...duplicatedSeverities.map((severity) => severity.toUpperCase()),
    ...(duplicatesJobs ? ['jobs'] : []),
  ];
  const many = `${counted(webhooks.length, 'webhook')} send to the same URL`;
  return events.length === 0
    ? `${many}, each for different alerts.`
    : `${many}: ${listed(events)} ${events.length === 1 && !duplicatesJobs ? 'arrives' : 'arrive'} more than once.`;
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
