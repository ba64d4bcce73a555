import { z } from 'zod';
import { BundleHead, BundleWebhook } from '../format.ts';

/** A file of a folder in the format of Hookdesk. `path` has slashes, and is relative to the folder. */
export interface FolderFile {
  readonly path: string;
  readonly text: string;
}

export const folderFormat = 'hookdesk-folder';

export const headFile = 'hookdesk.json';
export const webhooksFolder = 'webhooks';
export const webhookEnding = '.json';
export const templateEnding = '.template.txt';

/** Git would otherwise change the line ends of templates on Windows. */
export const attributesFile: FolderFile = { path: '.gitattributes', text: '* -text\n' };

export const FolderHead = BundleHead.omit({ format: true, $schema: true }).extend({
  format: z.literal(folderFormat),
});

/** The name of the file is the key. */
export const FolderWebhook = BundleWebhook.omit({ key: true });

/** Whether Hookdesk wrote the file, or would read it. */
export const isOwnFile = (path: string): boolean =>
  path === headFile || path === attributesFile.path || ownWebhookFile.test(path);

const ownWebhookFile = /^webhooks\/[^/]+(?:\.json|\.template\.txt)$/;
