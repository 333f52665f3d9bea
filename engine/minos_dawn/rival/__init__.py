"""Rhadamanthus, who plays against a lone seat: rules alone, never a choice. SOLO-GEN-2"""
