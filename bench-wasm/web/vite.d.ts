/// <reference path="../packages/web/node_modules/vite/client.d.ts" />
