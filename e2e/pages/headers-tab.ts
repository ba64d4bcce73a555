import type { Locator } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';

/** The headers of the open webhook, and their change set. */
export class HeadersTab {
  readonly #editor: Locator;
  readonly add: Locator;
  readonly lines: Locator;
  readonly changeSet: Locator;

  constructor(editor: Locator) {
    this.#editor = editor;
    this.add = editor.getByRole('button', { name: 'Add a header' });
    this.lines = editor.getByRole('group', { name: /^Header / });
    this.changeSet = editor.getByRole('complementary', { name: 'Change set' });
  }

  get columns(): Grid {
    return {
      heads: this.#editor.locator('.table > .head > span'),
      cells: this.lines.getByRole('textbox'),
    };
  }

  line(name: string): Locator {
    return this.#editor.getByRole('group', { name: new RegExp(`^Header ${name},`) });
  }

  nameOf(line: Locator): Locator {
    return line.getByLabel('Header name');
  }

  rotate(line: Locator): Locator {
    return line.getByRole('button', { name: 'Rotate this secret…' });
  }

  valueOf(line: Locator): Locator {
    return line.getByLabel('Header value');
  }

  async append(name: string, value: string): Promise<void> {
    await this.add.click();
    const line = this.lines.last();
    await this.nameOf(line).fill(name);
    await this.valueOf(this.lines.last()).fill(value);
  }

  async remove(name: string): Promise<void> {
    await this.line(name).getByRole('button', { name: 'Remove the header' }).click();
  }

  async putBack(name: string): Promise<void> {
    await this.line(name).getByRole('button', { name: 'Revert' }).click();
  }
}
