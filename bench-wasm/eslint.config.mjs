import js from '#checks/eslint-js';

/** Prettier has the layout, tsc the names and types; what is left is what neither sees. */
export default [
  { ignores: ['**/pkg/', '**/.cache/', '**/results/', '**/dist/'] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'off',
      'no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      'max-len': ['error', { code: 120, ignoreUrls: true }],
    },
  },
];
