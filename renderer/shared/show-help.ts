import { type HelpPage, helpPath } from '#contract/app.ts';

/** Opens a help page in a tab, or in a window of its own on the desktop. */
export function showHelp(page: HelpPage): void {
  window.open(helpPath(page), '_blank', 'noopener,noreferrer');
}
