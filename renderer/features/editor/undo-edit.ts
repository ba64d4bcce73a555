import { tick } from 'svelte';
import { fields } from '#domain/webhook/fields.ts';
import type { EditedPlace } from '../../shared/drafts/edit-history.svelte.ts';
import type { Notices } from '../../shared/notices.svelte.ts';
import type { Editor } from './editor.svelte.ts';
import { tabOf } from './editor-tabs.ts';

export type Direction = 'undo' | 'redo';

export async function undoEdit(
  editor: Editor,
  direction: Direction,
  notices: Notices,
): Promise<void> {
  const places = editor.draft?.[direction]() ?? null;
  const [first] = places ?? [];
  if (places === null || first === undefined) {
    notices.notify(`Nothing to ${direction}`);
    return;
  }
  const verb = direction === 'undo' ? 'Undone' : 'Redone';
  notices.notify(`${verb}: ${places.map(labelOf).join(', ')}`);
  // On the open tab, the person sees the change.
  if (!places.some((place) => tabOf(place) === editor.tab)) {
    editor.tab = tabOf(first);
    await tick();
    focusOn(first);
  }
}

const labelOf = (place: EditedPlace): string =>
  place === 'headers' ? 'Headers' : fields[place].label;

/** Focuses a field, or the active tab panel for a place without a field of its own. */
export function focusOn(place: string): void {
  const field = document.querySelector(`[data-field="${place}"]`);
  const codeEditor = [...(field?.querySelectorAll('*') ?? [])].find((each) => each.shadowRoot);
  const input = field?.matches('input') === true ? field : field?.querySelector('input');
  const panel = document.querySelector('[role="tabpanel"][data-state="active"]');
  const target = codeEditor?.shadowRoot?.querySelector('[contenteditable]') ?? input ?? panel;
  if (target instanceof HTMLElement) target.focus();
}

/** Whether the key is for a text box outside the draft, or for the search of the code editor: each has its own undo. */
export function hasOwnUndo(event: Event): boolean {
  const path = event.composedPath().filter((target) => target instanceof HTMLElement);
  const isText = path[0]?.matches('input, textarea, [contenteditable]') === true;
  const isInDraft = path.some(({ dataset }) => dataset.field !== undefined);
  return isText && (!isInDraft || path.some((each) => each.matches('[role="search"]')));
}
