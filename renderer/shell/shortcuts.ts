import { chooseFile } from '../features/bundles/importing/open-incoming-file.ts';
import type { CommandContext } from '../workspace/commands/installation-commands.ts';
import type { Screen } from '../workspace/origins.svelte.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import { tabBeside, tabsOf } from '../features/editor/editor-tabs.ts';
import { type Direction, hasOwnUndo, undoEdit } from '../features/editor/undo-edit.ts';
import { tick } from 'svelte';
import { blurFocused, mainPane, mainRows, mainSearch, rowsOf, takeLostFocus } from '../ui/focus.ts';
import { pressByKeys } from '../ui/keys-after-reading.ts';
import { saveDrafts } from './save-drafts.ts';
import { hasListToHide, hideOrShowList } from './shown-panes.ts';

const isMac = navigator.userAgent.includes('Mac');

export const modifier = isMac ? '⌘' : 'Ctrl';

export const backKeys = isMac ? '⌘ [' : 'Alt ←';
export const forwardKeys = isMac ? '⌘ ]' : 'Alt →';
const tabKeys = isMac ? '⌘ Shift [, ⌘ Shift ]' : 'Ctrl PgUp, Ctrl PgDn';

/** The keys for tabs in other applications of the system, with the modifier. */
const [previousTab, nextTab] = isMac ? ['{', '}'] : ['pageup', 'pagedown'];

/** Also selects the text, which typing then replaces. */
export function focusFilter(): void {
  const search = mainSearch();
  search?.focus();
  search?.select();
}

export async function openAll(workspace: Workspace): Promise<void> {
  workspace.navigation.show('all');
  await tick();
  focusFilter();
}

interface Shortcut {
  readonly keys: string;
  readonly does: string;
  /** A single key, which the user can turn off. */
  readonly isSingle?: true;
}

export const keyGroups: Readonly<Record<string, readonly Shortcut[]>> = {
  Everywhere: [
    { keys: `${modifier} K`, does: 'Search or run a command' },
    {
      keys: `${modifier} Enter`,
      does: 'Review; publish in a review or plan; save an export; resume the first pause',
    },
    { keys: `${modifier} S`, does: 'Save (edits save automatically)' },
    { keys: `${modifier} O`, does: 'Import webhooks' },
    { keys: 'N', does: 'New webhook', isSingle: true },
    { keys: 'F5', does: 'Refresh the list, the plan, the comparison or the watched installations' },
    { keys: `${modifier} ,`, does: 'Settings' },
    { keys: '?', does: 'Show this list', isSingle: true },
  ],
  'Go to': [
    { keys: `${modifier} 1 … ${modifier} 9`, does: 'An installation, in the order of the sidebar' },
    { keys: `${modifier} Shift F`, does: 'Search all installations' },
    { keys: 'H', does: 'History', isSingle: true },
    { keys: `${backKeys}, ${forwardKeys}`, does: 'Back, forward' },
  ],
  Lists: [
    { keys: `${modifier} F`, does: 'Filter or search the list' },
    { keys: '↓ or Enter', does: 'In a filter: go to the list' },
    { keys: 'Esc', does: 'Clear the filter; close a plan without answers that does not run' },
    { keys: '↑ ↓ PgUp PgDn Home End', does: 'Move in the list' },
    { keys: 'Letters', does: 'Go to the next name that begins with them' },
    { keys: 'Enter', does: 'Open the row' },
    { keys: `Space, ${modifier} A`, does: 'Select one, select all' },
    { keys: 'Shift ↑ ↓, Shift-click', does: 'Select a range' },
    { keys: 'F6', does: 'Go to the buttons below the list, and back' },
    { keys: 'Menu key, Shift F10', does: 'Menu of the row' },
    { keys: 'Alt ↑, Alt ↓', does: 'Move the installation in the sidebar, or the row in a plan' },
    { keys: 'U', does: 'In History: undo the selected entries', isSingle: true },
  ],
  Editor: [
    { keys: 'Esc', does: 'Go back to the list, then close the webhook' },
    { keys: tabKeys, does: 'Previous or next tab: definition, headers, payload, review' },
    { keys: `${modifier} B`, does: 'Hide or show the list beside the editor' },
    { keys: `${modifier} Z, ${modifier} Shift Z`, does: 'Undo or redo edits of the open webhook' },
  ],
  Template: [
    { keys: `% or ${modifier} Space`, does: 'Complete a placeholder' },
    { keys: `${modifier} F, F3`, does: 'Find and replace, next match' },
    { keys: 'F8, Shift F8', does: 'Next finding, previous finding' },
    { keys: `${modifier} .`, does: 'Apply the fix at the cursor' },
    { keys: 'Shift Alt F', does: 'Format' },
    { keys: 'Esc, then Tab', does: 'Leave the template' },
  ],
};

/** Also inside a shadow root. */
const originOf = (event: KeyboardEvent): EventTarget | null => event.composedPath()[0] ?? null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

/** Letters select an item there. An open menu has the keys even before it has the focus. */
const isInMenu = (target: EventTarget | null): boolean =>
  document.querySelector('[role="menu"][data-state="open"]') !== null ||
  (target instanceof Element &&
    target.closest('[role="menu"], [role="listbox"], [aria-haspopup="listbox"]') !== null);

type Action = (() => void) | null;

export function shortcuts(event: KeyboardEvent, context: CommandContext): void {
  // The key belongs to the composition of a character, which Esc and Enter end.
  if (event.isComposing) return;
  const command = isMac ? event.metaKey : event.ctrlKey;
  run(
    event,
    goBackOrForward(event, context) ??
      ofHistory(event, command, context) ??
      (command ? withCommand(event, context) : alone(event, context)),
  );
}

function run(event: Event, action: Action): void {
  if (action === null) return;
  event.preventDefault();
  action();
}

function goBackOrForward(event: KeyboardEvent, { dialogs }: CommandContext): Action {
  if (dialogs.isCovered || event.defaultPrevented) return null;
  const isCombined = isMac ? event.metaKey : event.altKey && !event.ctrlKey && !event.shiftKey;
  if (!isCombined) return null;
  const [back, forward] = isMac ? ['[', ']'] : ['ArrowLeft', 'ArrowRight'];
  if (event.key === back) return goBack;
  return event.key === forward ? goForward : null;
}

export const goBack = (): void => {
  window.history.back();
};

export const goForward = (): void => {
  window.history.forward();
};

/** The mouse's buttons for back and forward. */
export function goWithMouse(event: MouseEvent): void {
  if (event.button !== 3 && event.button !== 4) return;
  event.preventDefault();
  if (event.button === 3) goBack();
  else goForward();
}

/** `null` if the history is hidden or the key has no special meaning there. */
function ofHistory(
  event: KeyboardEvent,
  command: boolean,
  { workspace, dialogs }: CommandContext,
): Action {
  if (workspace.navigation.screen !== 'history' || dialogs.isCovered || event.defaultPrevented)
    return null;
  const { history } = workspace;
  // The history has no editor.
  if (command) return event.key === 'Enter' ? () => undefined : null;
  if (event.key === 'F5') return () => void history.read();
  if (event.key !== 'Escape' || isTyping(originOf(event))) return null;
  return () => {
    if (!history.back()) clearSearch();
    document.getElementById('history-entries')?.focus();
  };
}

function withCommand(event: KeyboardEvent, context: CommandContext): Action {
  const { workspace, dialogs, notices } = context;
  switch (event.key.toLowerCase()) {
    case 'k':
      return () => {
        if (dialogs.current?.kind === 'palette') dialogs.close();
        else if (!dialogs.isCovered) dialogs.open({ kind: 'palette' });
      };
    case 'f':
      // The template editor has handled its own search.
      if (event.defaultPrevented || dialogs.isCovered) return null;
      if (event.shiftKey && workspace.connections.all.length > 0) {
        return () => void openAll(workspace);
      }
      return mainSearch() === null ? null : focusFilter;
    case 'b':
      if (dialogs.isCovered || event.shiftKey || !hasListToHide(workspace)) return null;
      return () => {
        hideOrShowList(workspace);
      };
    case previousTab:
      return goToTab(-1, context);
    case nextTab:
      return goToTab(1, context);
    case 'o':
      return dialogs.isCovered ? null : chooseFile;
    case 's':
      return () => void saveDrafts(workspace.drafts, notices);
    case 'z':
      return undo(event, event.shiftKey ? 'redo' : 'undo', context);
    case 'y':
      return undo(event, 'redo', context);
    case ',':
      return dialogs.isCovered
        ? null
        : () => {
            dialogs.open({ kind: 'settings', place: 'secrets' });
          };
    case 'enter':
      return dialogs.isCovered ? null : reviewOrPublish(event, workspace);
    default:
      return switchInstallation(event, context);
  }
}

/** By the place of the key, because some keyboards need Shift for digits. */
function switchInstallation(event: KeyboardEvent, { workspace, dialogs }: CommandContext): Action {
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  if (digit === undefined || event.shiftKey || event.altKey) return null;
  const connection = workspace.connections.shown[Number(digit) - 1];
  if (connection === undefined || dialogs.isCovered || isInMenu(originOf(event))) return null;
  return () => {
    workspace.navigation.select(connection.id);
    goToOpenedRows(event);
  };
}

/** Rows that are not drawn yet take the focus when they are. A field keeps it. */
function goToOpenedRows(event: KeyboardEvent): void {
  if (!isTyping(originOf(event))) blurFocused();
  takeLostFocus(mainRows);
}

function undo(
  event: Event,
  direction: Direction,
  { workspace, dialogs, notices }: CommandContext,
): Action {
  const { editor } = workspace;
  const { connection } = workspace.navigation;
  if (editor.draft === null || connection?.readOnly === true) return null;
  if (dialogs.isCovered || hasOwnUndo(event)) return null;
  return () => void undoEdit(editor, direction, notices);
}

/** For the application menu, whose *Undo* and *Redo* act on the focused text. */
export function undoByMenu(event: InputEvent, context: CommandContext): void {
  const { inputType } = event;
  if (inputType === 'historyUndo') run(event, undo(event, 'undo', context));
  else if (inputType === 'historyRedo') run(event, undo(event, 'redo', context));
}

function alone(event: KeyboardEvent, { workspace, dialogs }: CommandContext): Action {
  if (event.altKey || event.defaultPrevented) return null;
  // Replaces the browser's reload, also under a dialog.
  if (event.key === 'F5') return dialogs.isCovered ? () => undefined : readAgain(workspace);
  if (dialogs.isCovered) return null;
  if (event.key === 'F6') return goBetweenRowsAndBar();
  if (event.key === 'Escape') return escape(event, workspace);
  const target = originOf(event);
  if (isTyping(target) || isInMenu(target) || !workspace.preferences.settings.singleKeys) {
    return null;
  }
  if (event.key === '?') {
    return () => {
      dialogs.open({ kind: 'shortcuts' });
    };
  }
  if (event.key === 'h' || event.key === 'H') {
    return () => {
      workspace.navigation.showHistory();
      goToOpenedRows(event);
    };
  }
  // Among all installations, none is the one for a new webhook.
  if ((event.key === 'n' || event.key === 'N') && workspace.navigation.screen !== 'all') {
    return () => {
      workspace.navigation.create();
    };
  }
  return null;
}

/** `null` if the list has no bar with buttons below it. */
function goBetweenRowsAndBar(): Action {
  const pane = mainPane();
  const bar = pane?.querySelector('.pane-bar');
  const button = bar?.querySelector<HTMLElement>('button:enabled');
  if (bar == null || button == null) return null;
  return () => {
    (bar.contains(document.activeElement) ? rowsOf(pane) : button)?.focus();
  };
}

function readAgain(workspace: Workspace): Action {
  const { plans } = workspace;
  const { screen, list } = workspace.navigation;
  const { current } = plans;
  if (screen === 'compare') return () => void workspace.compare.refresh();
  if (screen === 'all') {
    return () => {
      workspace.readings.readAll();
    };
  }
  if (screen === 'changes') {
    return () => {
      document.getElementById('read-watched')?.click();
    };
  }
  if (screen !== 'plan') return () => void list?.read();
  return () => {
    if (current?.phase === 'prepared') void current.prepare();
  };
}

/** The `id` of each screen's main button. */
const buttons: Partial<Record<Screen, string>> = {
  plan: 'run-plan',
  drafts: 'review-ticked',
  bundles: 'go-on-with-bundle',
  export: 'go-on-with-export',
  'edit-many': 'plan-edits',
  rotation: 'review-rotation',
  pauses: 'resume-pause',
  compare: 'go-on-with-compare',
};

function reviewOrPublish(event: KeyboardEvent, workspace: Workspace): Action {
  // A key that is held would publish what it has just opened for review.
  if (event.repeat) return () => undefined;
  const { connection, screen } = workspace.navigation;
  const buttonId = buttons[screen];
  const button = buttonId === undefined ? null : document.getElementById(buttonId);
  // Selected rows with the focus come before the draft that is open beside them.
  const isForRows =
    workspace.editor.opened.kind === 'nothing' || (button !== null && isInRows(originOf(event)));
  if (isForRows) {
    if (buttonId === undefined) return null;
    return screen === 'plan' ? send(button) : () => button?.click();
  }
  if (workspace.editor.draft === null || connection === null || connection.readOnly) return null;
  if (workspace.editor.tab === 'review') {
    return send(document.getElementById('publish'));
  }
  return () => {
    workspace.editor.goTo('review');
  };
}

function goToTab(by: 1 | -1, { workspace, dialogs }: CommandContext): Action {
  const { editor } = workspace;
  const { connection } = workspace.navigation;
  if (editor.draft === null || connection === null || dialogs.isCovered) return null;
  return () => {
    editor.goTo(tabBeside(editor.tab, by, tabsOf(connection)));
  };
}

const isInRows = (target: EventTarget | null): boolean =>
  target instanceof Node && mainPane()?.contains(target) === true;

const send = (button: HTMLElement | null): Action => {
  return () => {
    if (button !== null) pressByKeys(button);
  };
};

function clearSearch(): void {
  const search = mainSearch();
  if (search === null || search.value === '') return;
  search.value = '';
  search.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Clears a filter, or goes from a field to the rows, then closes the editor or an ended plan; edits stay. */
function escape(event: KeyboardEvent, workspace: Workspace): Action {
  const target = originOf(event);
  if (target instanceof HTMLInputElement && target === mainSearch() && target.value !== '') {
    return clearSearch;
  }
  if (isTyping(target) && target instanceof HTMLElement) {
    return () => {
      target.blur();
      mainRows()?.focus();
    };
  }
  const { current } = workspace.compare;
  if (workspace.navigation.screen === 'compare' && current !== null && current.openedKey !== null) {
    return () => {
      current.closeRow();
      mainRows()?.focus();
    };
  }
  if (workspace.editor.opened.kind !== 'nothing') {
    return () => {
      workspace.navigation.close();
    };
  }
  const plan = workspace.navigation.screen === 'plan' ? workspace.plans.current : null;
  return plan?.closesFreely === true && !mainSearch()?.value
    ? () => {
        workspace.navigation.closePlan();
      }
    : clearSearch;
}
