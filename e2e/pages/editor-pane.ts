import type { Locator, Page } from '@playwright/test';
import { HeadersTab } from './headers-tab.ts';
import { PayloadTab } from './payload-tab.ts';
import { Preview } from './preview.ts';
import { ReviewTab } from './review-tab.ts';

/** The editor of the open webhook. */
export class EditorPane {
  readonly root: Locator;
  readonly heading: Locator;
  readonly name: Locator;
  readonly url: Locator;
  readonly method: Locator;
  readonly enabled: Locator;
  readonly template: Locator;
  readonly discard: Locator;
  readonly reviewAndPublish: Locator;
  /** The age of the shown webhook, if it cannot be read again. */
  readonly lastRead: Locator;
  /** The view of a webhook without a unique id. */
  readonly readOnlyWebhook: Locator;
  /** The reason why a draft cannot be published. */
  readonly idDefect: Locator;
  /** The note that another window changed the focused text. */
  readonly changedElsewhere: Locator;
  /** The note that two windows changed the same value. */
  readonly fork: Locator;
  readonly hideList: Locator;
  readonly showList: Locator;
  readonly headers: HeadersTab;
  readonly payload: PayloadTab;
  readonly preview: Preview;
  readonly review: ReviewTab;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Editor' });
    this.heading = this.root.getByRole('heading', { level: 2 });
    this.name = this.root.getByLabel('Name', { exact: true });
    this.url = this.root.getByLabel('Target URL');
    this.method = this.root.getByLabel('Method', { exact: true });
    this.enabled = this.root.getByRole('switch', { name: 'Enabled' });
    this.discard = this.root.getByRole('button', { name: 'Discard' });
    this.reviewAndPublish = this.root.getByRole('button', { name: 'Review & publish' });
    this.lastRead = this.root.getByRole('status').filter({ hasText: /Last read / });
    this.readOnlyWebhook = this.root.getByRole('region', { name: 'Webhook, read-only' });
    this.idDefect = this.root
      .getByRole('status')
      .filter({ hasText: 'this draft cannot be published' });
    this.changedElsewhere = this.root.getByText('Changed in another window');
    this.fork = this.root.getByRole('status').filter({ hasText: 'Both windows changed' });
    this.hideList = this.root.getByRole('button', { name: 'Hide the list' });
    this.showList = this.root.getByRole('button', { name: 'Show the list' });
    this.headers = new HeadersTab(this.root);
    this.payload = new PayloadTab(this.root);
    this.template = this.payload.text;
    this.preview = new Preview(this.root);
    this.review = new ReviewTab(this.root);
  }

  severity(name: 'All' | 'Low' | 'Medium' | 'High' | 'Cleared'): Locator {
    return this.root.getByRole('checkbox', { name });
  }

  payloadType(name: 'Alert' | 'Job'): Locator {
    return this.root.getByRole('radio', { name });
  }

  /** The tab itself, with its counts. */
  tabOf(name: 'Definition' | 'Headers' | 'Payload' | 'Review'): Locator {
    return this.root.getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  async tab(name: 'Definition' | 'Headers' | 'Payload' | 'Review'): Promise<void> {
    await this.root.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  }

  /** Marks a new webhook, or one with unpublished edits. */
  get draftBadge(): Locator {
    return this.root.locator('header').getByText('draft', { exact: true });
  }

  async menu(item: 'Duplicate' | 'Delete…'): Promise<void> {
    await this.root.getByRole('button', { name: 'More for this webhook' }).click();
    await this.root.page().getByRole('menuitem', { name: item }).click();
  }
}
