import { expect, type Locator, type Page } from '@playwright/test';
import type { Installation } from '../fixtures/installation.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { asWindow } from '#test-support/window-fixture.ts';
import { variants } from '#domain/webhook/variant.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { AllInstallationsPane } from './all-installations-pane.ts';
import { BundleImport } from './bundle-import.ts';
import { BundleExportPage } from './bundle-export.ts';
import { ChangesPane } from './changes-pane.ts';
import { CertificateDialog } from './certificate-dialog.ts';
import { ComparePane } from './compare-pane.ts';
import { ContextMenu } from './context-menu.ts';
import { CopyToDialog } from './copy-to-dialog.ts';
import { CoveragePane } from './coverage-pane.ts';
import { DeleteDialog } from './delete-dialog.ts';
import { DraftsPane } from './drafts-pane.ts';
import { EditManyPane } from './edit-many-pane.ts';
import { EditorPane } from './editor-pane.ts';
import { HistoryPane } from './history-pane.ts';
import { RemoteChangesPane } from './remote-changes-pane.ts';
import { InstallationDialog } from './installation-dialog.ts';
import { ListPane } from './list-pane.ts';
import { Palette } from './palette.ts';
import { PauseDialog } from './pause-dialog.ts';
import { PausesPane } from './pauses-pane.ts';
import { PlanPage } from './plan-page.ts';
import { PracticePane } from './practice-pane.ts';
import { RotatePane } from './rotate-pane.ts';
import { SettingsDialog } from './settings-dialog.ts';
import { Sidebar } from './sidebar.ts';
import { TokenBanner } from './token-banner.ts';
import { TokensDialog } from './tokens-dialog.ts';
import { ExportDialog, ImportDialog } from './transfer.ts';
import { TestSendDialog } from './test-send-dialog.ts';
import { VaultPage } from './vault.ts';

interface AddedInstallation {
  readonly variant: 'A' | 'B';
  readonly baseUrl: string;
  readonly apiRoot?: string;
  readonly authToken: string;
}

/** The page objects of the window. */
export class Hookdesk {
  readonly page: Page;
  readonly all: AllInstallationsPane;
  readonly dialog: InstallationDialog;
  readonly certificate: CertificateDialog;
  readonly changes: ChangesPane;
  readonly compare: ComparePane;
  readonly contextMenu: ContextMenu;
  readonly copyTo: CopyToDialog;
  readonly sidebar: Sidebar;
  readonly import: ImportDialog;
  readonly export: ExportDialog;
  readonly tokenBanner: TokenBanner;
  readonly list: ListPane;
  readonly bundleExport: BundleExportPage;
  readonly drafts: DraftsPane;
  readonly bundle: BundleImport;
  readonly history: HistoryPane;
  readonly palette: Palette;
  readonly pauseDialog: PauseDialog;
  readonly pauses: PausesPane;
  readonly plan: PlanPage;
  readonly editMany: EditManyPane;
  readonly editor: EditorPane;
  readonly elsewhere: RemoteChangesPane;
  readonly deletion: DeleteDialog;
  readonly practice: PracticePane;
  readonly rotate: RotatePane;
  readonly coverage: CoveragePane;
  readonly tokens: TokensDialog;
  readonly testSend: TestSendDialog;
  readonly settings: SettingsDialog;
  readonly vault: VaultPage;

  constructor(page: Page) {
    this.page = page;
    this.all = new AllInstallationsPane(page);
    this.dialog = new InstallationDialog(page);
    this.certificate = new CertificateDialog(page);
    this.changes = new ChangesPane(page);
    this.compare = new ComparePane(page);
    this.copyTo = new CopyToDialog(page);
    this.contextMenu = new ContextMenu(page);
    this.sidebar = new Sidebar(page);
    this.import = new ImportDialog(page);
    this.export = new ExportDialog(page);
    this.tokenBanner = new TokenBanner(page);
    this.list = new ListPane(page);
    this.bundleExport = new BundleExportPage(page);
    this.drafts = new DraftsPane(page);
    this.bundle = new BundleImport(page);
    this.history = new HistoryPane(page);
    this.palette = new Palette(page);
    this.pauseDialog = new PauseDialog(page);
    this.pauses = new PausesPane(page);
    this.plan = new PlanPage(page);
    this.editMany = new EditManyPane(page);
    this.editor = new EditorPane(page);
    this.elsewhere = new RemoteChangesPane(page);
    this.deletion = new DeleteDialog(page);
    this.practice = new PracticePane(page);
    this.rotate = new RotatePane(page);
    this.coverage = new CoveragePane(page);
    this.tokens = new TokensDialog(page);
    this.testSend = new TestSendDialog(page);
    this.settings = new SettingsDialog(page);
    this.vault = new VaultPage(page);
  }

  /** All texts that a person can see or hear, without the values of fields. */
  seenTexts(): Promise<string> {
    return this.page.evaluate(() => {
      const named = [...document.querySelectorAll('[title], [aria-label], [value]')];
      const attributes = named.flatMap((element) =>
        ['title', 'aria-label', 'value'].map((name) => element.getAttribute(name) ?? ''),
      );
      return [document.body.innerText, ...attributes].join('\n');
    });
  }

  /** Waits until the window is rendered. Earlier key presses have no effect. */
  isThere(): Promise<void> {
    return this.statusBar.or(this.vault.unlockScreen).first().waitFor();
  }

  get welcome(): Locator {
    return this.page.getByRole('heading', { name: 'Welcome to Hookdesk' });
  }

  get statusBar(): Locator {
    return this.page.getByRole('contentinfo').last();
  }

  async ofInstallation(item: 'Coverage' | 'Placeholders…'): Promise<void> {
    await this.list.root.getByRole('button', { name: 'More for this installation' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  installation(name: string): Locator {
    return this.sidebar.root.getByRole('button', { name: new RegExp(`^${name}`) });
  }

  notice(text: string | RegExp): Locator {
    return this.page.getByRole('status').getByText(text);
  }

  /** Presses the button of a notice. */
  async fromNotice(text: string | RegExp, button: string): Promise<void> {
    await this.notice(text).locator('..').getByRole('button', { name: button }).click();
  }

  /** Opens the dialog from the welcome screen or the sidebar. */
  async addInstallation(): Promise<InstallationDialog> {
    await this.page
      .getByRole('button', { name: /^Add an installation/ })
      .first()
      .click();
    await this.dialog.root.waitFor();
    return this.dialog;
  }

  /** Adds an installation with the dialog. */
  async connectByDialog(name: string, to: AddedInstallation): Promise<void> {
    const dialog = await this.addInstallation();
    await dialog.fill({ name, ...to });
    await dialog.add.click();
    await dialog.root.waitFor({ state: 'hidden' });
    await this.list.rows.first().waitFor();
  }

  /** Adds an installation through RPC, which is faster than the dialog, and opens it. */
  async connect(name: string, to: AddedInstallation): Promise<void> {
    const { page } = this;
    // The stand-in shows the desktop's page as `https:`.
    const isWeb = new URL(page.url()).protocol === 'http:';
    const canConnect = isWeb && (await this.sidebar.root.isVisible());
    if (!canConnect) return this.connectByDialog(name, to);
    const secret = await page.evaluate(() => localStorage.getItem('hookdesk.session') ?? '');
    const { variant, baseUrl, apiRoot = variants[variant].proposedRoot, authToken } = to;
    const settings = { ...blankConnection, name, baseUrl, apiRoot, variant };
    const { id } = await asWindow(page.url(), secret, ({ connections }) =>
      connections.add({ settings, secrets: { authToken } }),
    );
    await this.sidebar.root.locator(`[data-installation="${id}"]`).click();
    await this.list.rows.first().waitFor();
  }

  /** Creates webhooks on an installation, and adds it to Hookdesk. */
  async connectWith(name: string, to: Installation, webhooks: readonly string[]): Promise<void> {
    for (const each of webhooks) await to.fetch('POST', '', webhookBody(to.variant, each));
    await this.connect(name, to);
  }

  /** Runs the first matching command of the palette. */
  async command(text: string): Promise<void> {
    await this.page.keyboard.press('Control+K');
    await this.page.getByRole('combobox', { name: 'Search or run a command' }).fill(text);
    // Some commands appear only after the response of the host.
    await this.page
      .getByRole('listbox', { name: 'Commands' })
      .getByRole('option')
      .first()
      .waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** The help page that `open` opens: in a tab, or on the desktop in a new window. */
  async helpPage(open: () => Promise<unknown>): Promise<Page> {
    await open();
    const pages: Page[] = [];
    // On the desktop, `window.open` first creates an empty page that closes again.
    await expect(async () => {
      const all = this.page.context().pages();
      const page = all.find((each) => each.url().includes('/help/'));
      expect(await page?.getByRole('heading', { level: 1 }).count()).toBe(1);
      if (page !== undefined) pages.push(page);
    }).toPass();
    const [page] = pages;
    if (page === undefined) throw new Error('There is no help page.');
    return page;
  }

  async chooseTheme(theme: 'light' | 'dark'): Promise<void> {
    await this.command(`Theme: ${theme}`);
    await this.theme(theme).waitFor({ state: 'attached' });
  }

  /** The root element; matches only in this theme. */
  theme(theme: 'light' | 'dark'): Locator {
    return this.page.locator(`html[data-theme="${theme}"]`);
  }
}
