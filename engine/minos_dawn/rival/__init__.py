"""Rhadamanthus, who plays against a lone seat by rules alone, without choices. SOLO-GEN-2"""
