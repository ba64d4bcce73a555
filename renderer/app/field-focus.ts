import { type Draft, isTypedField, type TypedField } from '../model/draft.svelte.ts';

/**
 * Notes which text of a draft has the focus. While a pointer is pressed it waits: what another window
 * changed may move things, and the press would miss the button that it began on.
 */
export class FieldFocus {
  readonly #draft: () => Draft;
  #isPressed = false;
  #field: TypedField | null = null;

  constructor(draft: () => Draft) {
    this.#draft = draft;
  }

  gained({ target }: FocusEvent): void {
    const field = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
    const name = field?.dataset.field;
    this.#note(isTypedField(name) ? name : null);
  }

  lost(): void {
    this.#note(null);
  }

  pressed(): void {
    this.#isPressed = true;
  }

  released(): void {
    this.#isPressed = false;
    // The click comes after the release.
    setTimeout(() => {
      if (!this.#isPressed) this.#note(this.#field);
    });
  }

  #note(field: TypedField | null): void {
    this.#field = field;
    if (!this.#isPressed) this.#draft().focusedField = field;
  }
}
