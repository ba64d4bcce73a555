import type { ComparisonReference } from '#contract/comparisons.ts';
import { type Link, linkTo } from '#domain/link/link.ts';
import type { EditorTab } from '../features/editor/editor.svelte.ts';
import type { Notices } from '../shared/notices.svelte.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';

/**
 * The place of the window as a fragment of its address; `null` for a plan without an id yet.
 * It holds ids only, because addresses end up in histories and logs.
 */
export function placeOf(workspace: Workspace): string | null {
  const { editor, history, plans, drafts, compare } = workspace;
  const { screen, selectedId } = workspace.navigation;
  const { opened, draft, openedKey, tab } = editor;
  switch (screen) {
    case 'plan':
      return plans.current?.planId == null ? null : placeFrom(screen, plans.current.planId);
    case 'history':
      return placeFrom(screen, history.openedId);
    case 'bundles':
    case 'export':
    case 'edit-many':
    case 'rotation':
    case 'coverage':
    case 'pauses':
    case 'changes':
      return placeFrom(screen);
    case 'compare': {
      if (compare.current === null) return placeFrom(screen);
      const { reference, otherIds } = compare.current;
      // A file is not opened again by its name.
      if (reference.kind === 'bundle') return placeFrom(screen);
      return placeFrom(screen, partOfReference(reference), ...otherIds);
    }
    case 'all':
    case 'installation':
    case 'drafts': {
      if (selectedId === null) return placeFrom(screen);
      if (opened.kind === 'coverage' || opened.kind === 'practice') {
        return placeFrom(screen, selectedId, opened.kind);
      }
      if (draft !== null && drafts.ofWebhook(draft.connectionId, draft.base?.id ?? -1) !== draft) {
        return placeFrom(screen, selectedId, 'draft', draft.key, tab);
      }
      return typeof openedKey === 'number'
        ? placeFrom(screen, selectedId, 'webhook', String(openedKey), tab)
        : placeFrom(screen, selectedId);
    }
  }
}

/** Shows what is left of a place that is gone or damaged. */
export async function goTo(workspace: Workspace, place: string): Promise<void> {
  const [screen, ...parts] = partsOf(place);
  switch (screen) {
    case 'plan':
      await goToPlan(workspace, parts[0]);
      break;
    case 'history':
      workspace.navigation.showHistory();
      workspace.history.sidePane =
        parts[0] === undefined ? { kind: 'nothing' } : { kind: 'entry', entryId: parts[0] };
      break;
    case 'bundles':
    case 'coverage':
    case 'pauses':
    case 'changes':
      workspace.navigation.show(screen);
      break;
    case 'compare':
      goToComparison(workspace, parts);
      break;
    case 'rotation':
      if (workspace.navigation.screen !== screen) workspace.navigation.show(screen);
      break;
    case 'export':
      if (workspace.exports.current !== null) workspace.navigation.show(screen);
      break;
    case 'edit-many':
      if (workspace.navigation.editMany !== null) workspace.navigation.show(screen);
      break;
    case 'all':
    case 'installation':
    case 'drafts':
      await goToInstallation(workspace, screen, parts);
      break;
    default:
  }
}

/** Goes to the place of a link, as a person would: nothing is changed on an installation. */
export async function openLink(
  link: Link | null,
  workspace: Workspace,
  notices: Notices,
): Promise<void> {
  const { connections } = workspace;
  if (link === null) {
    notices.notify(
      'This link is damaged, or made by a newer version of Hookdesk. Nothing was opened.',
    );
  } else if ('connectionId' in link && connections.find(link.connectionId) === undefined) {
    notices.notify('The installation of this link is not in Hookdesk on this computer.');
  } else if (link.kind !== 'all') {
    await goTo(workspace, linkTo(link).replace('hookdesk:/', '#'));
  } else if (connections.all.length === 0) {
    notices.notify('Add an installation before you open this link.');
  } else {
    workspace.navigation.show('all');
    await workspace.all.searchFor(link.query);
  }
}

type PlacedReference = Exclude<ComparisonReference, { kind: 'bundle' }>;

const partOfReference = (reference: PlacedReference): string =>
  reference.kind === 'history'
    ? `${reference.connectionId}@${reference.at.getTime()}`
    : reference.connectionId;

function referenceFrom(part: string): PlacedReference {
  const [connectionId = '', time] = part.split('@');
  const at = new Date(Number(time));
  return time === undefined || Number.isNaN(at.getTime())
    ? { kind: 'installation', connectionId }
    : { kind: 'history', connectionId, at };
}

function goToComparison(workspace: Workspace, [first = '', ...ids]: readonly string[]): void {
  const { compare, connections } = workspace;
  const reference = referenceFrom(first);
  const otherIds = ids.filter((id) => connections.find(id) !== undefined);
  const { current } = compare;
  workspace.navigation.show('compare');
  if (current?.reference.kind === 'bundle' && first === '') return;
  if (connections.find(reference.connectionId) === undefined || otherIds.length === 0) {
    compare.close();
    return;
  }
  const shown =
    current === null || current.reference.kind === 'bundle'
      ? []
      : [partOfReference(current.reference), ...current.otherIds];
  if (shown.join() !== [first, ...otherIds].join()) void compare.start(reference, otherIds);
}

async function goToInstallation(
  workspace: Workspace,
  screen: 'all' | 'installation' | 'drafts',
  [connectionId, kind, key, tab]: readonly string[],
): Promise<void> {
  if (connectionId !== undefined && workspace.navigation.selectedId !== connectionId) {
    if (workspace.connections.find(connectionId) === undefined) return;
    if (screen === 'all') workspace.navigation.enter(connectionId);
    else workspace.navigation.select(connectionId);
  }
  workspace.navigation.screen = screen;
  switch (kind) {
    case 'coverage':
      workspace.navigation.showCoverage();
      break;
    case 'practice':
      workspace.navigation.showPractice();
      break;
    case 'draft':
    case 'webhook':
      if (key !== undefined) await goToWebhook(workspace, kind, key, tab);
      break;
    default:
      workspace.navigation.close();
  }
}

async function goToWebhook(
  workspace: Workspace,
  kind: 'draft' | 'webhook',
  key: string,
  tab: string | undefined,
): Promise<void> {
  const { editor, drafts } = workspace;
  const { screen } = workspace.navigation;
  const from = placeOf(workspace);
  await drafts.sync.loaded;
  if (placeOf(workspace) !== from) return;
  if (kind === 'draft') {
    const draft = drafts.get(key);
    if (draft === null) return;
    workspace.navigation.openDraft(draft);
  } else {
    const id = Number(key);
    if (!Number.isSafeInteger(id)) return;
    if (editor.openedKey !== id) void workspace.navigation.open(id);
  }
  workspace.navigation.screen = screen;
  showTab(workspace, tab);
}

const isTab = (tab: string | undefined): tab is EditorTab =>
  tab === 'definition' || tab === 'headers' || tab === 'payload' || tab === 'review';

function showTab({ editor }: Workspace, tab: string | undefined): void {
  if (!isTab(tab)) return;
  if (tab !== 'review') editor.tab = tab;
  else if (editor.draft?.isEdited === true) editor.review();
}

async function goToPlan(workspace: Workspace, planId: string | undefined): Promise<void> {
  const { plans } = workspace;
  if (plans.current !== null && plans.current.planId === (planId ?? null)) {
    workspace.navigation.screen = 'plan';
    return;
  }
  const from = placeOf(workspace);
  await plans.loadUnfinished();
  // The person may have opened another place during the request.
  if (placeOf(workspace) !== from) return;
  const planState = plans.unfinished.find((each) => each.planId === planId);
  if (planState !== undefined) workspace.navigation.showPlan(planState);
}

const placeFrom = (...parts: readonly (string | null | undefined)[]): string =>
  `#/${parts
    .filter((part) => typeof part === 'string')
    .map(encodeURIComponent)
    .join('/')}`;

function partsOf(place: string): string[] {
  if (!place.startsWith('#/')) return [];
  try {
    return place.slice(2).split('/').map(decodeURIComponent);
  } catch {
    // A damaged address.
    return [];
  }
}
