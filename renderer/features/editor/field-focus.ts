import { type Draft, isTypedField, type TypedField } from '../../shared/drafts/draft.svelte.ts';

/** Waits while a pointer is down: another window's change could move the pressed button away. */
export class FieldFocus {
  readonly #draft: () => Draft | null;
  #isPressed = false;
  #noted: Draft | null = null;
  #field: TypedField | null = null;

  /** @param draft returns `null` after the editor closed */
  constructor(draft: () => Draft | null) {
    this.#draft = draft;
  }

  readonly gained = ({ target }: FocusEvent): void => {
    const field = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
    const name = field?.dataset.field;
    this.#note(isTypedField(name) ? name : null);
  };

  readonly lost = (): void => {
    this.#note(null);
  };

  readonly pressed = (): void => {
    this.#isPressed = true;
  };

  readonly released = (): void => {
    this.#isPressed = false;
    // `click` follows `pointerup`.
    setTimeout(() => {
      if (!this.#isPressed) this.#note(this.#field);
    });
  };

  #note(field: TypedField | null): void {
    this.#field = field;
    if (this.#isPressed) return;
    const draft = this.#draft();
    if (this.#noted !== null && this.#noted !== draft) this.#noted.focusedField = null;
    if (draft !== null) draft.focusedField = field;
    this.#noted = draft;
  }
}
