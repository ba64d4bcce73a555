import type { WriteAction } from '../journal/entry.ts';
import { readOnlyInWords } from './read-only-rows.ts';
import type {
  PlanReport,
  ReportedInstallation,
  ReportedOutcome,
  ReportedRow,
  ReportedStatus,
  SearchedLists,
} from './report.ts';

const actions: Readonly<Record<WriteAction, string>> = {
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
};

const outcomes: Readonly<Record<ReportedOutcome, string>> = {
  done: 'Done',
  unchanged: 'Already up to date',
  differs: 'Mismatch',
  failed: 'Failed',
  unknown: 'Unknown',
  sent: 'Verifying',
  open: 'No result yet',
  'not-attempted': 'Not attempted',
  cancelled: 'Cancelled',
  'left-out': 'Left out',
};
const ordered = ['done', 'unchanged', 'differs', 'failed', 'unknown', 'sent', 'open'] as const;
const last = ['not-attempted', 'cancelled', 'left-out'] as const;

const statuses: Readonly<Record<ReportedStatus, string>> = {
  prepared: 'The plan was not started. Nothing was sent.',
  running: 'The plan is running. This is its progress.',
  ended: 'The plan is finished.',
  paused: 'The plan is paused after its first row.',
  cancelled: 'The plan was cancelled. Requests already sent were completed.',
  stopped: 'The plan stopped at a failure.',
  interrupted: 'Hookdesk closed before the plan finished.',
};

const remarks: readonly (readonly [ReportedOutcome, string])[] = [
  ['differs', 'Rows with a mismatch are marked.'],
  ['unknown', 'Rows with an unknown result are not resent.'],
  ['open', 'Rows without a result were not sent yet or are in progress.'],
];

const width = 23;

export function reportText(report: PlanReport): string {
  const { title, begunAt, writtenAt, status, counts, readOnly = [], installations } = report;
  const isOver = status !== 'prepared' && status !== 'running';
  const counted = [...ordered, ...last].flatMap((outcome) => {
    const count = counts[outcome] ?? 0;
    return count === 0 ? [] : [`${count} ${outcomes[outcome].toLowerCase()}`];
  });
  return [
    title,
    begunAt === null
      ? `As of ${utc(writtenAt)}`
      : `Started ${utc(begunAt)}, as of ${utc(writtenAt)}`,
    statuses[status],
    `${counted.join(', ') || 'The plan is empty'}.`,
    ...remarks.flatMap(([outcome, remark]) => ((counts[outcome] ?? 0) > 0 ? [remark] : [])),
    ...readOnly.map(
      ({ installation, ...its }) => `${inOneLine(readOnlyInWords(installation, its, isOver))}.`,
    ),
    ...installations.flatMap(installationLines),
    ...stillHeldLines(report),
    '',
  ].join('\n');
}

function installationLines({ name, environment, rows }: ReportedInstallation): string[] {
  const title = environment === null ? name : `${name} (${environment})`;
  return ['', inOneLine(title), ...rows.flatMap(rowLines)];
}

function rowLines({ outcome, action, name, webhookId, changes, ...said }: ReportedRow): string[] {
  const id = webhookId === null ? '' : ` (id ${webhookId})`;
  const what = changes === '' ? '' : ` – ${changes}`;
  const notes =
    said.problem?.code === 'read-only'
      ? []
      : [...said.notes, ...(said.problem === null ? [] : [said.problem.message])];
  return [
    `  ${outcomes[outcome].padEnd(width - 3)} ${inOneLine(`${actions[action]} ${name}${id}${what}`)}`,
    ...notes.map((note) => `${' '.repeat(width)}${inOneLine(note)}`),
  ];
}

function stillHeldLines({ stillHeld, searched }: PlanReport): string[] {
  if (stillHeld === undefined || searched === undefined) return [];
  const where = searchedInWords(searched);
  if (stillHeld.length === 0) return ['', `No webhook holds the old value ${where}.`];
  return [
    '',
    `These webhooks still hold the old value ${where}:`,
    ...stillHeld.map(({ installation, name, webhookId, places }) => {
      const id = webhookId === null ? '' : ` (id ${webhookId})`;
      return `  ${inOneLine(`${installation}: ${name}${id} – ${places.join(', ')}`)}`;
    }),
  ];
}

/** A claim is limited to the lists that were read. */
function searchedInWords({ read, neverRead, oldestReadAt }: SearchedLists): string {
  const age = oldestReadAt === null ? '' : `, oldest list ${utc(oldestReadAt)}`;
  const missing = neverRead === 0 ? '' : `, ${neverRead} never read`;
  return `(${read} of ${read + neverRead} installations searched${missing}${age})`;
}

/** A name with line feeds must not look like another row. */
const inOneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');

const utc = (time: string): string => time.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC');
