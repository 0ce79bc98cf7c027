import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    reactRouter(),
    babel({ include: /\/app\/.*\.tsx?(?:$|\?)/, presets: [reactCompilerPreset()] }),
  ],
  build: { target: 'es2022', assetsInlineLimit: 2048 },
})
