import type { Locator } from '@playwright/test';

/** What will be sent, and what came of it. */
export class ReviewTab {
  readonly changes: Locator;
  /** The lines of the payload template that go or come. */
  readonly templateLines: Locator;
  readonly request: Locator;
  readonly body: Locator;
  readonly showSecrets: Locator;
  readonly exact: Locator;
  readonly publish: Locator;
  readonly identical: Locator;
  /** The note that says what came of publishing. */
  readonly result: Locator;
  /** Published, and what was read back differs. */
  readonly differs: Locator;
  /** Says that a change between the last read and the update may be overwritten. */
  readonly lastReadWarning: Locator;
  /** What must be corrected before anything is sent. */
  readonly errors: Locator;
  readonly changedElsewhere: Locator;
  readonly deletedRemotely: Locator;
  readonly anotherWebhook: Locator;
  readonly seeWhatChanged: Locator;
  readonly conflicts: Locator;
  readonly settle: Locator;
  readonly chooseAgain: Locator;
  readonly dropEdits: Locator;
  readonly createAgain: Locator;
  readonly createAsNew: Locator;
  readonly discardEdits: Locator;
  /** A request of this draft whose outcome is not known. */
  readonly open: Locator;
  readonly lookNow: Locator;
  readonly publishAnyway: Locator;
  /** The outcome came after the request. */
  readonly published: Locator;
  readonly notApplied: Locator;
  readonly undo: Locator;
  readonly viewInHistory: Locator;
  readonly nextDraft: Locator;
  readonly publishAgain: Locator;
  readonly keepAsDraft: Locator;

  constructor(editor: Locator) {
    this.changes = editor.getByRole('region', { name: 'What changes' });
    this.templateLines = this.changes
      .getByLabel('Payload template, line by line')
      .locator('.added, .deleted');
    this.request = editor.getByRole('region', { name: 'Request' });
    this.body = this.request.getByLabel('Body', { exact: true });
    this.showSecrets = this.request.getByRole('checkbox', { name: 'Show secret values' });
    this.exact = this.request.getByRole('radio', { name: 'Exact' });
    this.publish = editor.getByRole('button', { name: /^Publish to / });
    this.result = editor.locator('#publish-result');
    this.identical = editor.getByText('Published and verified');
    this.lastReadWarning = editor.getByText('may be overwritten without notice');
    this.errors = editor.getByRole('group', { name: 'Correct this first' });
    const note = editor.getByRole('status').or(editor.getByRole('group'));
    this.changedElsewhere = note.filter({
      hasText: 'changed on the installation after you started',
    });
    this.deletedRemotely = note.filter({
      hasText: 'deleted on the installation after you started',
    });
    this.anotherWebhook = note.filter({ hasText: 'Another webhook has the id' });
    this.seeWhatChanged = editor.getByRole('button', { name: 'See what changed…' });
    this.conflicts = editor.getByRole('region', { name: 'Conflicts' });
    this.settle = this.conflicts.getByRole('button', { name: 'Review merged version' });
    this.chooseAgain = editor.getByRole('button', { name: 'Select again' });
    this.dropEdits = editor.getByRole('button', {
      name: 'Discard my edits and use the current version',
    });
    this.createAgain = editor.getByRole('button', { name: 'Create again' });
    this.createAsNew = editor.getByRole('button', { name: 'Create mine as a new webhook' });
    this.discardEdits = editor.getByRole('button', { name: 'Discard my edits' });
    this.open = note.filter({ hasText: 'Hookdesk will check the result' });
    this.lookNow = editor.getByRole('button', { name: 'Check now' });
    this.publishAnyway = editor.getByRole('button', { name: 'Publish anyway…' });
    this.published = note.filter({ hasText: /^\s*Published\s/ });
    this.notApplied = editor.getByRole('group', { name: 'Not applied' });
    this.differs = note.filter({ hasText: 'Published, but the installation does not match' });
    this.undo = this.result.getByRole('button', { name: /^Undo/ });
    this.viewInHistory = this.result.getByRole('button', { name: 'View in History' });
    this.nextDraft = this.result.getByRole('button', { name: /^Next draft: / });
    this.publishAgain = editor.getByRole('button', { name: 'Publish again' });
    this.keepAsDraft = editor.getByRole('button', { name: 'Keep as draft' });
  }

  useMethod(method: string): Locator {
    return this.errors.getByRole('button', { name: `Use ${method}` });
  }

  /** What both sides changed, by what it is: `Name`, `Header X-Team`. */
  conflict(name: string): Locator {
    return this.conflicts.getByRole('radiogroup', { name, exact: true });
  }

  choice(name: string, take: 'Mine' | 'Theirs' | 'Custom value'): Locator {
    return this.conflict(name).getByRole('radio', { name: take });
  }

  all(take: 'Use all mine' | 'Use all theirs'): Locator {
    return this.conflicts.getByRole('button', { name: take });
  }

  get showConflictSecrets(): Locator {
    return this.conflicts.getByRole('checkbox', { name: 'Show secret values' });
  }

  /** The request body exactly as it is shown before publishing, secrets and all. */
  async exactBody(): Promise<string> {
    await this.exact.click();
    if (await this.showSecrets.isVisible()) await this.showSecrets.check();
    return (await this.body.textContent()) ?? '';
  }
}
