import { expect, type Locator } from '@playwright/test';

/** The request before publishing, and its outcome. */
export class ReviewTab {
  readonly changes: Locator;
  /** The deleted and added lines of the payload template. */
  readonly templateLines: Locator;
  readonly request: Locator;
  readonly body: Locator;
  readonly showSecrets: Locator;
  readonly exact: Locator;
  readonly publish: Locator;
  readonly identical: Locator;
  /** The note with the outcome of publishing. */
  readonly result: Locator;
  /** The note that the read-back differs from the request. */
  readonly differs: Locator;
  /** The warning that the update may overwrite a change since the last read. */
  readonly lastReadWarning: Locator;
  /** The errors that block publishing. */
  readonly errors: Locator;
  /** The note that the installation has a webhook with the name of the new one. */
  readonly sameName: Locator;
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
  /** The note about a request of this draft with unknown outcome. */
  readonly open: Locator;
  /** The new webhooks that an unknown create may have made. */
  readonly candidates: Locator;
  readonly lookNow: Locator;
  readonly publishAnyway: Locator;
  /** The note about an outcome that was found later. */
  readonly published: Locator;
  readonly notApplied: Locator;
  readonly undo: Locator;
  readonly redo: Locator;
  readonly viewInHistory: Locator;
  readonly nextDraft: Locator;
  readonly backToList: Locator;
  readonly simulateAlert: Locator;
  readonly publishAgain: Locator;
  readonly keepAsDraft: Locator;
  /** The note about errors of the template that the current version lacks. */
  readonly newErrors: Locator;
  /** Asks once more before new errors are published. */
  readonly brokenDialog: Locator;
  readonly publishBroken: Locator;

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
    this.lastReadWarning = editor.getByText('could be overwritten');
    this.errors = editor.getByRole('group', { name: 'Correct this first' });
    const note = editor.getByRole('status').or(editor.getByRole('group'));
    this.sameName = note.filter({ hasText: 'already has a webhook with this name' });
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
    this.chooseAgain = editor.getByRole('button', { name: 'Back to conflicts' });
    this.dropEdits = editor.getByRole('button', {
      name: 'Discard my edits and use the current version',
    });
    this.createAgain = editor.getByRole('button', { name: 'Create again' });
    this.createAsNew = editor.getByRole('button', { name: 'Create mine as a new webhook' });
    this.discardEdits = editor.getByRole('button', { name: 'Discard my edits' });
    this.open = note.filter({ hasText: 'Hookdesk will check the result' });
    this.candidates = editor.getByRole('group', { name: 'New webhooks on the installation' });
    this.lookNow = editor.getByRole('button', { name: 'Check now' });
    this.publishAnyway = editor.getByRole('button', { name: 'Publish anyway…' });
    this.published = note.filter({ hasText: /^\s*Published\s/ });
    this.notApplied = editor.getByRole('group', { name: 'Not applied' });
    this.differs = note.filter({ hasText: 'Published, but the installation does not match' });
    this.undo = this.result.getByRole('button', { name: /^Undo/ });
    this.redo = this.result.getByRole('button', { name: 'Redo', exact: true });
    this.viewInHistory = this.result.getByRole('button', { name: 'View in History' });
    this.backToList = this.result.getByRole('button', { name: 'Back to the list' });
    this.simulateAlert = this.result.getByRole('button', { name: 'Simulate an alert…' });
    this.nextDraft = this.result.getByRole('button', { name: /^Next draft on / });
    this.newErrors = editor.getByRole('alert').filter({ hasText: 'in the payload template' });
    this.brokenDialog = editor.page().getByRole('dialog', { name: /^Publish with/ });
    this.publishBroken = this.brokenDialog.getByRole('button', { name: 'Publish anyway' });
    this.publishAgain = editor.getByRole('button', { name: 'Publish again' });
    this.keepAsDraft = editor.getByRole('button', { name: 'Keep as draft' });
  }

  useMethod(method: string): Locator {
    return this.errors.getByRole('button', { name: `Use ${method}` });
  }

  /** The choices of one conflict, such as `Name` or `Header X-Team`. */
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

  /** The exact request body, with secrets. */
  async exactBody(): Promise<string> {
    await this.exact.click();
    await expect(this.request).toHaveAttribute('aria-busy', 'false');
    if (await this.showSecrets.isVisible()) await this.showSecrets.check();
    return (await this.body.textContent()) ?? '';
  }
}
