import type { JournalFilter } from '#contract/journal.ts';
import type { PlanSource } from '#contract/plans.ts';
import type { EntryOutcome } from '#domain/journal/entry.ts';

/** What became of entries, as people choose among them. */
export type OutcomeChoice = 'any' | 'done' | 'differs' | 'nothing' | 'open';

export type PeriodChoice = 'ever' | 'today' | 'week' | 'month' | 'between';

/** A webhook that the history is filtered by. */
export interface WebhookOfHistory {
  readonly connectionId: string;
  readonly webhookId: number;
  /** As it is called now, or was last. */
  readonly name: string;
}

/** Which entries of the journal are shown. */
export interface HistoryFilter {
  readonly text: string;
  /** `null` for all installations. */
  readonly connectionId: string | null;
  readonly webhook: WebhookOfHistory | null;
  readonly planId: string | null;
  readonly outcome: OutcomeChoice;
  readonly period: PeriodChoice;
  /** Days such as `2026-11-21`, both included, where the period is `between`; empty for an open end. */
  readonly from: string;
  readonly to: string;
}

export const allOfHistory: HistoryFilter = {
  text: '',
  connectionId: null,
  webhook: null,
  planId: null,
  outcome: 'any',
  period: 'ever',
  from: '',
  to: '',
};

const outcomes: Readonly<Record<OutcomeChoice, readonly EntryOutcome[] | null>> = {
  any: null,
  done: ['done'],
  differs: ['differs'],
  nothing: ['failed', 'not-applied'],
  open: ['sent', 'unknown'],
};

/** Days that a period goes back, today included. */
const daysOf: Readonly<Partial<Record<PeriodChoice, number>>> = { today: 1, week: 7, month: 30 };

/** The filter as the journal is asked. Days begin and end as they do where the window is. */
export function asked(filter: HistoryFilter, now: Date): JournalFilter {
  const { webhook, planId, outcome } = filter;
  const chosen = outcomes[outcome];
  return {
    connectionId: webhook?.connectionId ?? filter.connectionId,
    webhookId: webhook?.webhookId ?? null,
    planId,
    outcomes: chosen === null ? null : [...chosen],
    text: filter.text.trim().slice(0, 200),
    ...span(filter, now),
  };
}

/** What undoes all that a plan did. The host finds its entries: there may be 100,000. */
export const undoOfPlan = (planId: string): PlanSource => ({
  kind: 'undo-matching',
  filter: asked({ ...allOfHistory, planId }, new Date()),
  except: [],
});

/** Whether it leaves anything out. */
export function leavesOut(filter: HistoryFilter): boolean {
  return (
    filter.text.trim() !== '' ||
    filter.connectionId !== null ||
    filter.webhook !== null ||
    filter.planId !== null ||
    filter.outcome !== 'any' ||
    (filter.period === 'between'
      ? filter.from !== '' || filter.to !== ''
      : filter.period !== 'ever')
  );
}

function span(filter: HistoryFilter, now: Date): { from: Date | null; to: Date | null } {
  if (filter.period === 'between') {
    const last = startOf(filter.to);
    return { from: startOf(filter.from), to: last === null ? null : endOf(last) };
  }
  const days = daysOf[filter.period];
  if (days === undefined) return { from: null, to: null };
  return { from: new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1), to: null };
}

/** The first moment of a day such as `2026-11-21`; `null` for what is none. */
function startOf(day: string): Date | null {
  const [, year, month, date] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date);
}

/** The last millisecond of a day: it can be an hour longer or shorter than others. */
const endOf = (day: Date): Date =>
  new Date(new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() - 1);
