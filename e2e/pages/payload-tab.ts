import type { Locator, Page } from '@playwright/test';

/** The editor of the payload template, with its controls. */
export class PayloadTab {
  readonly #page: Page;
  /** The panel of the tab. */
  readonly root: Locator;
  /** The text area of the template. */
  readonly text: Locator;
  /** The visible part of the text. */
  readonly scroller: Locator;
  /** The separator between the template and what is beside or below it. */
  readonly splitter: Locator;
  readonly lines: Locator;
  readonly cursor: Locator;
  /** The completions for a placeholder. */
  readonly offered: Locator;
  readonly tooltip: Locator;
  /** The marks of findings beside the line numbers. */
  readonly marks: Locator;
  /** The message about the cursor position. */
  readonly said: Locator;
  readonly find: Locator;
  readonly replace: Locator;
  readonly found: Locator;
  readonly replaceAll: Locator;
  readonly insertToken: Locator;
  readonly format: Locator;
  readonly wrap: Locator;
  readonly undoEdits: Locator;

  constructor(editor: Locator) {
    this.#page = editor.page();
    this.root = editor.getByRole('tabpanel', { name: /^Payload/ });
    this.scroller = editor.locator('.template-editor .cm-scroller');
    this.splitter = editor.getByRole('separator', { name: 'Share of the template' });
    this.text = editor.getByLabel('Payload template');
    this.lines = this.text.locator('.cm-line');
    this.cursor = editor.locator('.template-editor .cm-cursor-primary');
    this.offered = editor.getByRole('listbox', { name: 'Completions' }).getByRole('option');
    this.tooltip = editor.locator('.cm-tooltip-hover');
    this.marks = editor.locator('.cm-lint-marker');
    this.said = editor.locator('.template-editor .said [role="status"]');
    const search = editor.getByRole('search', { name: 'Find and replace' });
    this.find = search.getByLabel('Find', { exact: true });
    this.replace = search.getByLabel('Replace with');
    this.found = search.getByRole('status');
    this.replaceAll = search.getByRole('button', { name: 'Replace all' });
    this.insertToken = editor.getByRole('button', { name: 'Insert placeholder' });
    this.format = editor.getByRole('button', { name: 'Format' });
    this.wrap = editor.getByRole('button', { name: 'Wrap long lines' });
    this.undoEdits = editor.getByRole('button', { name: 'Revert', exact: true });
  }

  /** A highlighted placeholder in the text. */
  token(name: string): Locator {
    return this.text.locator('.token', { hasText: new RegExp(`^%${name}%$`) }).first();
  }

  /** The computed colour of the first occurrence of a text in the template. */
  colourOf(text: string): Promise<string> {
    return this.text.evaluate((content, sought) => {
      const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() !== null) {
        const { nodeValue, parentElement } = texts.currentNode;
        if (nodeValue?.includes(sought) === true && parentElement !== null) {
          return getComputedStyle(parentElement).color;
        }
      }
      throw new Error(`The template does not show ${sought}.`);
    }, text);
  }

  /** The button of a fix for the finding at the cursor. */
  fix(title: string): Locator {
    return this.#page.locator('.template-editor .beside').getByRole('button', { name: title });
  }

  /** Line, column, size and the note on long lines, below the text. */
  place(text: string | RegExp): Locator {
    return this.#page.locator('.template-editor .beside').getByText(text);
  }

  /** Inserts a placeholder from the menu. */
  async insert(name: string): Promise<void> {
    await this.insertToken.click();
    await this.#page.getByRole('menuitem', { name: `%${name}%` }).click();
  }

  /** Replaces the whole text by pasting. */
  async pasteInstead(text: string): Promise<void> {
    await this.text.focus();
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.paste(text);
  }

  /** Pastes at the cursor. */
  async paste(text: string): Promise<void> {
    await this.text.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  }
}
