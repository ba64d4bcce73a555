import { originOf } from './window-address.ts';

interface Preventable {
  preventDefault(): void;
}
interface Navigation extends Preventable {
  readonly url: string;
  readonly isMainFrame: boolean;
}

export interface GuardedContents {
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: Navigation) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown;
  setWindowOpenHandler(handler: () => { action: 'deny' }): void;
}

/** Allows only a reload of the own page. External links use `app.openExternal`. */
export function guardNavigation(contents: GuardedContents, trustedOrigin: string): void {
  const guard = (details: Navigation): void => {
    if (!details.isMainFrame || originOf(details.url) !== trustedOrigin) details.preventDefault();
  };
  contents.on('will-navigate', guard);
  contents.on('will-frame-navigate', guard);
  contents.on('will-redirect', guard);
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
