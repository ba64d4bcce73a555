import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { app, preventable } from './app.ts';
import type { Devtools } from './chromium.ts';
import { Crossing, preloadScript, toMain, WebFrameMain, world } from './ports.ts';
import { fromChromium, type Session, toChromium } from './session.ts';

export interface WindowOptions {
  readonly width: number;
  readonly height: number;
  readonly show?: boolean;
  readonly webPreferences: { readonly preload?: string; readonly session: Session };
}
type OpenHandler = (details: { readonly url: string }) => { readonly action: string };

/** Electron's `WebContents`, as a page of Chromium. */
export class WebContents extends EventEmitter {
  readonly ipc = new EventEmitter();
  readonly session: Session;
  readonly #page = Promise.withResolvers<Devtools>();
  #targetId = '';
  #frame: WebFrameMain | null = null;
  /** Whether the main process starts the next navigation, which skips the navigation events. */
  #isOwnLoad = false;
  #isLoading = false;
  #isDestroyed = false;
  #openHandler: OpenHandler = () => ({ action: 'allow' });

  constructor(options: WindowOptions) {
    super();
    this.session = options.webPreferences.session;
    app.emit('web-contents-created', preventable(), this);
    void this.#open(options);
  }

  isDestroyed = (): boolean => this.#isDestroyed;
  setWindowOpenHandler = (handler: OpenHandler): void => void (this.#openHandler = handler);

  async executeJavaScript(expression: string): Promise<unknown> {
    const page = await this.#page.promise;
    const { result } = await page.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value;
  }

  async loadURL(address: string): Promise<void> {
    const page = await this.#page.promise;
    const { browser } = await app.chromium.promise;
    await this.session.applyPermissions(browser, this, address);
    this.#isOwnLoad = true;
    const loaded = once(this, 'did-finish-load');
    const { errorText } = await page.send('Page.navigate', { url: toChromium(address) });
    if (errorText === undefined) {
      await loaded;
      // In Chromium, a page can close its window only with one history entry.
      await page.send('Page.resetNavigationHistory');
      return;
    }
    this.emit('did-fail-load', preventable(), -2, errorText, address, true);
    throw new Error(`${errorText} loading '${address}'`);
  }
  reload(): void {
    this.#isOwnLoad = true;
    this.onPage((page) => page.send('Page.reload'));
  }

  /** Closes the page after `beforeunload`, which Chromium fires only after a user gesture. */
  requestClose(): void {
    this.onPage(async (page) => {
      await page.send('Runtime.evaluate', { expression: '0', userGesture: true });
      await page.send('Page.close');
    });
  }
  /** Closes the page without `beforeunload`. */
  destroy(): void {
    this.#end();
    this.onPage(async () => {
      const { browser } = await app.chromium.promise;
      await browser.send('Target.closeTarget', { targetId: this.#targetId });
    });
  }
  /** Runs `work` when the page is open. Ignores errors, as the page may close before the end. */
  onPage(work: (page: Devtools) => Promise<unknown>): void {
    void this.#page.promise.then(work).catch(() => undefined);
  }

  async #open({ width, height, webPreferences }: WindowOptions): Promise<void> {
    const { browser, sessionOf } = await app.chromium.promise;
    // Only a target in a new window takes a size.
    const target = { url: 'about:blank', newWindow: true, width, height };
    const { targetId } = await browser.send('Target.createTarget', target);
    this.#targetId = targetId;
    const attach = { targetId, flatten: true };
    const { sessionId } = await browser.send('Target.attachToTarget', attach);
    browser.on('Target.detachedFromTarget', (detached) => {
      if (detached.sessionId === sessionId) this.#end();
    });
    browser.on('Target.targetCreated', ({ targetInfo: { openerId, targetId: opened } }) => {
      if (openerId === targetId) void browser.send('Target.closeTarget', { targetId: opened });
    });
    await browser.send('Target.setDiscoverTargets', { discover: true });
    await this.session.followDownloads(browser, targetId);
    const page = sessionOf(sessionId);
    this.#follow(page);
    const { preload } = webPreferences;
    const source = preload === undefined ? '' : preloadScript(readFileSync(preload, 'utf8'));
    await page.send('Page.enable');
    await page.send('Runtime.enable');
    await page.send('Inspector.enable');
    await page.send('Log.enable');
    await page.send('Runtime.addBinding', { name: toMain, executionContextName: world });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { worldName: world, source });
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    this.#page.resolve(page);
  }

  #follow(page: Devtools): void {
    let contextId = -1;
    page.on('Runtime.executionContextCreated', ({ context: { name, id, origin } }) => {
      if (name !== world) return;
      this.#frame?.end();
      contextId = id;
      this.#frame = new WebFrameMain(page, id, fromChromium(origin));
    });
    page.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (executionContextId === contextId) this.#frame?.end();
    });
    page.on('Runtime.executionContextsCleared', () => this.#frame?.end());
    page.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== toMain || executionContextId !== contextId) return;
      const crossing = Crossing.parse(JSON.parse(payload));
      if (crossing[0] === 'ipc') this.ipc.emit(crossing[2], { senderFrame: this.#frame });
      else this.#frame?.receive(crossing);
    });
    page.on('Fetch.requestPaused', ({ requestId, frameId, resourceType, request }) => {
      const { method } = request;
      const asked = new Request(fromChromium(request.url), { method });
      const refused =
        resourceType === 'Document' && this.#isPrevented(asked.url, frameId === this.#targetId)
          ? 'Aborted'
          : this.session.isCancelled(asked) && 'BlockedByClient';
      this.onPage(() =>
        refused === false
          ? this.#answer(page, requestId, asked)
          : page.send('Fetch.failRequest', { requestId, errorReason: refused }),
      );
    });
    page.on('Page.windowOpen', ({ url }) => {
      const { action } = this.#openHandler({ url: fromChromium(url) });
      if (action !== 'deny') throw new Error('The stand-in opens no window for a page');
    });
    page.on('Page.javascriptDialogOpening', ({ type }) => {
      const event = preventable();
      if (type === 'beforeunload') this.emit('will-prevent-unload', event);
      const accept = event.defaultPrevented;
      this.onPage(() => page.send('Page.handleJavaScriptDialog', { accept }));
      if (accept) return;
      this.#isOwnLoad = false;
      app.windowStays();
    });
    page.on('Page.loadEventFired', () => {
      if (this.#isLoading) this.emit('did-finish-load', preventable());
      this.#isLoading = false;
    });
    page.on('Log.entryAdded', ({ entry: { level, text } }) => {
      this.emit('console-message', { level, message: text });
    });
    page.on('Inspector.targetCrashed', () => {
      this.#frame?.end();
      this.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 139 });
    });
  }

  /** Emits the navigation events, and returns whether a listener prevents the navigation. */
  #isPrevented(url: string, isMainFrame: boolean): boolean {
    const isOwn = isMainFrame && this.#isOwnLoad;
    if (isMainFrame) this.#isOwnLoad = false;
    if (isMainFrame) this.#isLoading = true;
    const details = Object.assign(preventable(), { url, isMainFrame });
    if (!isOwn) this.emit('will-frame-navigate', details);
    if (!isOwn && isMainFrame) this.emit('will-navigate', details);
    return details.defaultPrevented;
  }

  async #answer(page: Devtools, requestId: string, request: Request): Promise<unknown> {
    const handler = this.session.handlers.get(new URL(request.url).protocol.slice(0, -1));
    if (handler === undefined) return page.send('Fetch.continueRequest', { requestId });
    const response = await handler(request);
    return page.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    });
  }

  #end(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#frame?.end();
    this.emit('destroyed');
  }
}
