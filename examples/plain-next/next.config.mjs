import deltaTape from 'delta-tape/webpack';

/** @type {import('next').NextConfig} */
export default {
  // For Turbopack.
  turbopack: {
    rules: {
      '*.{js,jsx,ts,tsx}': { condition: { not: 'foreign' }, loaders: ['delta-tape/loader'] },
    },
  },
  // For `next build --webpack`.
  webpack(config) {
    config.plugins.push(deltaTape());
    return config;
  },
};
