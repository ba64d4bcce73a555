import type { Locator, Page } from '@playwright/test';

/** The dialog that sends a test of a webhook. */
export class TestSendDialog {
  readonly root: Locator;
  readonly toReceiver: Locator;
  readonly toTarget: Locator;
  readonly send: Locator;
  readonly answer: Locator;
  /** The requests that the receiver on this computer got. */
  readonly received: Locator;
  readonly head: Locator;
  readonly body: Locator;
  readonly answersWith: Locator;
  readonly last: Locator;
  readonly showSecrets: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /^Send a test of/ });
    this.toReceiver = this.root.getByRole('radio', { name: 'Receiver on this computer' });
    this.toTarget = this.root.getByRole('radio', { name: 'The webhook’s URL' });
    this.send = this.root.getByRole('button', { name: /^Send to / });
    this.answer = this.root.getByRole('status').filter({ hasText: /(Accepted|Rejected) by/ });
    this.received = this.root.getByRole('list', { name: 'Received' }).getByRole('listitem');
    this.head = this.root.getByLabel('Request line and headers as received');
    this.body = this.root.getByLabel('Body as received');
    this.answersWith = this.root.getByLabel('Response status');
    this.showSecrets = this.root.getByRole('checkbox', { name: 'Show secret values' });
    this.last = this.root.getByRole('table').getByRole('row');
  }

  get address(): Promise<string> {
    return this.root.getByText(/^http:\/\/127\.0\.0\.1:\d+\/$/).innerText();
  }

  async showLast(): Promise<void> {
    await this.root.getByText(/^Recent tests on/).click();
  }
}
