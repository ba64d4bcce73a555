import Pencil from '@lucide/svelte/icons/pencil';
import Plus from '@lucide/svelte/icons/plus';
import Trash2 from '@lucide/svelte/icons/trash-2';

export const actionIcons = { create: Plus, update: Pencil, delete: Trash2 } as const;
